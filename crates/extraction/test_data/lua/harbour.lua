--- Berths and the ships in them.
local tide = require "quay.tide"
local ships = require("quay.ships")
local insert = table.insert

local M = {}
local Berth = {}
Berth.__index = Berth
setmetatable(Berth, { __index = ships.Place })

M.capacity = 40
local log = ships.logger("berth")

--- Makes a berth.
-- @param name what it is called
function Berth.new(name, depth)
  local self = setmetatable({}, Berth)
  self.name = name
  self.depth = depth
  self.sign = M.Sign.new(name)
  return self
end

--- Deep enough for the ship.
function Berth:fits(ship)
  return ship:draught() < self.depth + tide.level() and self:is_free()
end

Berth.is_free = function(self)
  return self.guest == nil
end

local function parse(text)
  local name, depth = text:match("(%w+),(%d+)")
  local function number(value) return tonumber(value) end
  return Berth.new(name, number(depth))
end

function M.admit(ship)
  local berth = parse(os.getenv("BERTH"))
  if not berth:fits(ship) then
    error("full")
  end
  log.info("in")
  insert(M.berths, berth)
  os.execute("pilot " .. ship.name)
  ships.pilot(ship):guide(berth)
  return berth
end

M.handlers = {
  open = function(event)
    return M.admit(event.ship)
  end,
  close = parse,
}

local deepest = function(berths)
  return berths[1]
end

function global_open() return M.admit(nil) end

return M
