package quay.harbour

import java.time.Instant
import quay.ships.{Pilot, Ship => Vessel}
import quay.tide._
import scala.util.Try

/** What can lie in a berth. */
trait Place {
  def name: String
  def fits(ship: Vessel): Boolean
}

/** Where a ship lies. */
case class Berth(name: String, depth: Int)(implicit val tide: Tide) extends Place with Ordered[Berth] {
  val sign: Sign = new Sign(name)
  private lazy val log = Logger.named("berth")

  /** Deep enough. */
  override def fits(ship: Vessel): Boolean = ship.draught < depth + tide.level

  def compare(other: Berth): Int = this.depth.compareTo(other.depth)
}

object Berth {
  val Capacity = 40

  def parse(text: String): Option[Berth] = Try(apply(text, 1)).toOption

  implicit val byDepth: Ordering[Berth] = Ordering.by(_.depth)

  implicit class RichBerth(val berth: Berth) extends AnyVal {
    def heavy: Boolean = berth.depth > 10
  }
}

sealed abstract class Event
case object Left extends Event
final case class Arrived(ship: Vessel, at: Instant) extends Event

class Harbour[B <: Place](berths: List[B], val store: Store) extends Machine(store) {
  type Found = Option[B]
  var open: Boolean = false

  def this(path: String) = this(Nil, Store.at(path))

  @throws[NoBerth]("when full")
  def admit(ship: Vessel): B = {
    val berth = berths.find(_.fits(ship)).getOrElse(throw new NoBerth("full"))
    val pilot: Pilot = pilotFor(ship)
    pilot.guide(ship).confirm()
    store.save(berth)
    super.admit(ship)
    berth
  }

  private def pilotFor(ship: Vessel): Pilot = {
    def name = sys.env("PILOT")
    new Pilot(name)
  }
}

enum Flag(val code: Int):
  case Red extends Flag(1)
  case Green extends Flag(2)
  def isOpen: Boolean = this == Green

given Ordering[Place] with
  def compare(a: Place, b: Place): Int = a.name.compareTo(b.name)

given default: Tide = Tide.low

extension (berth: Berth)
  def deeper(by: Int): Berth = berth.copy(depth = berth.depth + by)

package inner {
  object Tools {
    def twice(n: Int) = n * 2
  }
}
