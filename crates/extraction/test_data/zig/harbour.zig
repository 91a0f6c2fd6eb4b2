//! Berths and the ships in them.
const std = @import("std");
const tide = @import("tide.zig");
const Allocator = std.mem.Allocator;
const Pilot = @import("ships.zig").Pilot;

pub const capacity: usize = 40;
var open = false;

/// What can go wrong.
pub const HarbourError = error{ Full, Closed };

/// Where a ship lies.
pub const Berth = struct {
    name: []const u8,
    depth: u32 = 0,
    guest: ?*Ship = null,

    const Self = @This();

    /// Makes a berth.
    pub fn init(name: []const u8) Berth {
        return .{ .name = name };
    }

    pub fn fits(self: *const Self, ship: *Ship) bool {
        return ship.draught < self.depth + tide.level() and self.isFree();
    }

    fn isFree(self: *const Berth) bool {
        return self.guest == null;
    }
};

pub const Flag = enum(u8) {
    red = 1,
    green,

    pub fn isOpen(self: Flag) bool {
        return self == .green;
    }
};

const Event = union(enum) {
    left: void,
    arrived: Ship,
};

const Ship = struct { draught: u32 };

/// A list of anything.
pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        const This = @This();

        pub fn first(self: *This) T {
            return self.items[0];
        }
    };
}

pub fn admit(allocator: Allocator, ship: *Ship) !Berth {
    const berth = Berth.init("a");
    var list = std.ArrayList(Berth).init(allocator);
    defer list.deinit();
    if (!berth.fits(ship)) return HarbourError.Full;
    const pilot: Pilot = try Pilot.find(allocator, std.posix.getenv("PILOT"));
    pilot.guide(ship).confirm();
    return Berth{ .name = "b" };
}

extern fn tide_level(port: c_int) c_int;

test "admits ships" {
    var ship = Ship{ .draught = 1 };
    _ = try admit(std.testing.allocator, &ship);
}
