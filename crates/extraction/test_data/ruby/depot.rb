# Depots and the crates that they hold.
require 'json'
require_relative '../clock/wall'

module Freight
  LIMIT = 20

  # Something that can be weighed.
  module Weighed
    def heavy?
      weight > LIMIT
    end
  end

  # A depot.
  #
  # See Depot.open.
  class Yard::Depot < Base::Store
    include Weighed
    extend Forwardable, Comparable
    attr_accessor :name, :size
    attr_reader :clock

    Shelf = Struct.new(:row, :column) do
      def place
        "#{row}-#{column}"
      end
    end

    class << self
      def build(path) = new(path)
    end

    # Opens one.
    def self.open(path, mode = :read)
      key = ENV['DEPOT_KEY'] || ENV.fetch('KEY')
      depot = Depot.new(path)
      depot.load(key).close
      system('tar -x')
      raise ArgumentError, 'closed' if mode.nil?
      raise Errors::Closed.new(path)
    end

    def initialize(path, *rest, retries: 3, &block)
      super(path)
      @clock = Clock::Wall.new
      @path = path
    end

    def load(key)
      @clock.tick(key)
      self.size = 3
      parcels.each { |parcel| parcel.weigh(size) }
      heavy?
      Freight::Registry.add(self)
    end

    def weight; end

    define_method(:total) { weight }

    private

    def _hidden
      yield if block_given?
    end
  end
end

def helper(value)
  Freight::Yard::Depot.open(value)
end

class DepotTest < Minitest::Test
  def test_opens
    assert helper('x')
  end
end

RSpec.describe Freight::Yard::Depot do
  it 'opens' do
    expect(described_class.open('x').size).to eq(1)
  end
end

get '/depots' do
  helper(1)
end
