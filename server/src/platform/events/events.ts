import type { EventData, EventName } from '@mingmou/contract'
import type { Db } from '../database/database.ts'

export type Room = { uid: string } | { oid: string } | { sid: string }

/** A message between processes: an event to a room, or the end of a session's connections. */
export type Notice =
  | { room: Room; event: EventName; data: Record<string, unknown> }
  | { disconnect: string; code: 403 | 405 | null }

export interface Receiver {
  notice(notice: Notice): void
  /** Notices may have been missed while the connection to the database was lost. */
  gap(): void
}

/**
 * Events to live connections, sent by NOTIFY inside the given transaction. An event is sent if and
 * only if its change was committed, and reaches every web process.
 */
export interface Events {
  /** `title` and `msg` may be encoded messages. Each connection gets them in its own language. */
  send<E extends EventName>(db: Db, room: Room, event: E, data: EventData<E>): Promise<void>
  /** Ends the live connections of a session and sends the reason first (405 or 403; null: none). */
  disconnect(db: Db, sid: string, code: 403 | 405 | null): Promise<void>
  /**
   * Starts listening. Resolves when it does, and listens again by itself after a broken connection.
   */
  subscribe(receiver: Receiver): Promise<void>
  close(): Promise<void>
}
