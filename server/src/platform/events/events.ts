import type { EventData, EventName } from '@mingmou/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

export type Room = { uid: string } | { oid: string } | { sid: string }

/**
 * Events to live connections. They travel by NOTIFY inside the given transaction, so that an event
 * is sent if and only if its change was committed, and reach every web process.
 */
export interface Events {
  send<E extends EventName>(
    db: Kysely<Tables>,
    room: Room,
    event: E,
    data: EventData<E>,
  ): Promise<void>
  /** Ends the live connections of a session, telling them why first (405 or 403). */
  disconnect(db: Kysely<Tables>, sid: string, code: 403 | 405): Promise<void>
}
