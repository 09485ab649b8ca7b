import type { Notice } from '../platform/events/events.ts'
import { concerns, nameOf, type LiveSocket } from './live-socket.ts'

type Event = Extract<Notice, { event: string }>

/** A silent line may have been dead for this long before it is noticed. */
export const PING = { pingInterval: 25_000, pingTimeout: 20_000 }

const KEPT_MS = 120_000
const KEPT_COUNT = 2000

/** The events of the last two minutes, for a client that lost its line and reconnects. */
export class MissedNotices {
  readonly #now: () => Date
  #events: { at: number; event: Event }[] = []
  readonly #departures = new Map<string, { at: number; sid: string }>()

  constructor(now: () => Date) {
    this.#now = now
  }

  keep(event: Event): void {
    const at = this.#now().getTime()
    this.#events.push({ at, event })
    if (this.#events.length > KEPT_COUNT) this.#events.shift()
  }

  leave(socket: LiveSocket, reason: string): void {
    const now = this.#now().getTime()
    for (const [name, { at }] of this.#departures) {
      if (at < now - KEPT_MS) this.#departures.delete(name)
    }
    const silent = reason === 'ping timeout' ? PING.pingInterval + PING.pingTimeout : 0
    const sid = socket.data.actor?.sid ?? ''
    this.#departures.set(nameOf(socket), { at: now - silent, sid })
  }

  /** The events that this client missed, limited to those for its present session. */
  since(socket: LiveSocket): Event[] {
    const left = this.#departures.get(nameOf(socket))
    this.#departures.delete(nameOf(socket))
    if (left?.sid !== socket.data.actor?.sid || left === undefined) return []
    const from = Math.max(left.at, this.#now().getTime() - KEPT_MS)
    return this.#events
      .filter(({ at, event }) => at >= from && concerns(event.room, socket))
      .map(({ event }) => event)
  }
}
