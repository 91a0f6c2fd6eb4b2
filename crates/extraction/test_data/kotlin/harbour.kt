// Berths and the ships in them.
package quay.harbour

import java.time.Instant
import quay.tide.Tide as WaterLevel
import quay.ships.*

typealias Berths = Map<String, Berth>

const val CAPACITY = 40

/** Where a ship lies. */
data class Berth(val name: String, private val depth: Int, pilot: Pilot) : Place(name), Comparable<Berth> {
    val tide: WaterLevel = WaterLevel.current()
    var guest: Ship? = null
        private set

    /** Deep enough for [ship]. */
    fun fits(ship: Ship): Boolean {
        return ship.draught < depth && super.fits(ship)
    }

    override fun compareTo(other: Berth) = this.depth.compareTo(other.depth)

    companion object {
        private val LOG = Logger.named("berth")

        fun parse(text: String): Berth? = text.toBerth()
    }

    class Sign(val text: String)
}

interface Ship {
    val draught: Int
    suspend fun dock(at: Berth)
}

sealed class Event {
    object Left : Event()
    data class Arrived(val ship: Ship, val at: Instant) : Event()
}

enum class Flag(val code: Int) {
    RED(1),
    GREEN(2);

    fun isOpen() = this == GREEN
}

object Registry : Listener {
    private val ships = mutableListOf<Ship>()

    override fun onEvent(event: Event) {
        when (event) {
            is Event.Arrived -> ships.add(event.ship)
            else -> notify(event)
        }
    }
}

class Harbour @Inject constructor(private val berths: Berths, val store: Store) {
    constructor(path: String) : this(load(path), Store(path))

    init {
        store.open()
    }

    @Throws(NoBerth::class)
    suspend fun admit(ship: Ship): Berth {
        val berth = berths.values.first { it.fits(ship) }
        val pilot: Pilot = pilotFor(ship) ?: throw NoBerth("full")
        pilot.guide(ship).confirm()
        this.store.save(berth)
        return berth
    }

    private fun pilotFor(ship: Ship) = System.getenv("PILOT")?.let { Pilot(it) }
}

fun String.toBerth(): Berth? {
    val parts = split(",")
    fun number(at: Int) = parts[at].toInt()
    return Berth(parts[0], number(1), Pilot.any())
}

fun <T : Ship> List<T>.heaviest(): T = maxBy { it.draught }

@Test
fun parsesBerths() {
    assertEquals(4, Berth.parse("a,4")?.let { it.compareTo(it) })
}
