defmodule Quay.Harbour do
  @moduledoc """
  Berths and the ships in them.
  """

  @behaviour Quay.Place
  use GenServer
  import Quay.Tide, only: [level: 1]
  alias Quay.Ships.{Pilot, Ship}
  alias Quay.Store, as: Shelf
  require Logger

  @capacity 40

  @type berth :: %{name: String.t(), depth: integer}

  defstruct [:name, :depth, guest: nil]

  @doc """
  Lets a ship in, or says that the harbour is `full?/1`.
  """
  @spec admit(pid, Ship.t()) :: {:ok, berth} | :error
  def admit(harbour, %Ship{} = ship) do
    GenServer.call(harbour, {:admit, ship})
  end

  def full?([]), do: false
  def full?(berths) when length(berths) > @capacity, do: true
  def full?(_berths), do: false

  @impl true
  def handle_call({:admit, ship}, _from, state) do
    pilot = Pilot.find(System.get_env("PILOT"))
    state = ship |> pilot_in(pilot) |> Shelf.save()
    Logger.info("in")
    {:reply, :ok, %__MODULE__{name: state}}
  end

  defp pilot_in(ship, pilot) do
    if level(ship) > 3, do: raise(Quay.NoBerth, "full")
    pilot.guide(ship)
  end

  @doc "Runs the block when the tide is high."
  defmacro at_high_tide(do: block) do
    quote do: unquote(block)
  end

  defguard is_deep(depth) when depth > 10

  defdelegate close(berth), to: Shelf

  defmodule Sign do
    def text(sign), do: sign.text
  end
end

defprotocol Quay.Named do
  @doc "What it is called."
  def name(thing)
end

defimpl Quay.Named, for: Quay.Harbour do
  def name(harbour), do: harbour.name
end

defmodule Quay.HarbourTest do
  use ExUnit.Case

  describe "admit/2" do
    test "lets ships in" do
      assert Quay.Harbour.full?([]) == false
    end
  end
end
