// Berths and the ships in them.
import Foundation
@testable import class QuayKit.Tide

public typealias Berths = [String: Berth]

let capacity = 40

/// What can lie in a berth.
public protocol Ship: AnyObject {
    associatedtype Cargo
    var draught: Int { get }
    func dock(at berth: Berth) async throws
}

/// Where a ship lies.
public struct Berth: Place, Codable {
    public let name: String
    private var depth: Int = 0
    static let shared = Berth(name: "main")

    /// Depth with the tide.
    var water: Int {
        return depth + Tide.current().level
    }

    init(name: String) {
        self.name = name
    }

    /// Deep enough for `ship`.
    public func fits(_ ship: any Ship) -> Bool {
        ship.draught < water && self.isFree()
    }

    static func parse(_ text: String) -> Berth? {
        Berth(name: text)
    }

    subscript(index: Int) -> Character { name[index] }

    struct Sign {
        let text: String
    }
}

enum Event {
    case left
    case arrived(ship: Vessel, at: Date)

    var isArrival: Bool {
        switch self {
        case .left: return false
        case .arrived: return true
        }
    }
}

class Vessel: Machine, Ship {
    typealias Cargo = Crate
    weak var berth: Berth?
    lazy var engine: Engine = Engine.make()

    override init() {
        super.init()
        engine.start()
    }

    deinit {
        engine.stop()
    }

    func dock(at berth: Berth) async throws {
        guard berth.fits(self) else { throw HarbourError.full }
        let pilot: Pilot = findPilot()
        try await pilot.guide(self).confirm()
        self.berth = berth
        super.stop()
    }

    private func findPilot() -> Pilot { Pilot(name: ProcessInfo.processInfo.environment["PILOT"] ?? "") }
}

extension Berth: Comparable, CustomStringConvertible {
    public static func < (left: Berth, right: Berth) -> Bool { left.depth < right.depth }

    var description: String { name }
}

extension Array where Element == Berth {
    func deepest() -> Berth? { self.max() }
}

actor Registry {
    private var ships: [Vessel] = []
    func add(_ ship: Vessel) { ships.append(ship) }
}

func open<Store: Opener>(store: Store) -> Store.Handle {
    let handle = store.open()
    return handle
}

final class BerthTests: XCTestCase {
    func testParsing() {
        XCTAssertNotNil(Berth.parse("a"))
    }
}
