import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database/database.ts'
import type { Events, Notice, Receiver } from './events.ts'
import { listen, type Listener } from './listen.ts'

const CHANNEL = 'mingmou_events'
/** PostgreSQL takes less than 8000 bytes. */
const MAX_BYTES = 7999

/** Events over the database's own NOTIFY; `url` is the database's address. */
export function openEvents(url: string, log: Logger): Events {
  const listeners: Listener[] = []
  return {
    send: (db, room, event, data) => notify(db, { room, event, data }),
    disconnect: (db, sid, code) => notify(db, { disconnect: sid, code }),
    async subscribe(receiver: Receiver) {
      const listener = await listen(url, CHANNEL, log, {
        message: (payload) => receiver.notice(JSON.parse(payload) as Notice),
        gap: () => receiver.gap(),
      })
      listeners.push(listener)
    },
    async close() {
      await Promise.all(listeners.splice(0).map((listener) => listener.close()))
    },
  }
}

async function notify(db: Db, notice: Notice): Promise<void> {
  const payload = JSON.stringify(notice)
  if (Buffer.byteLength(payload) > MAX_BYTES) throw new Error('Event too large to be sent')
  await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(db)
}
