import pg from 'pg'
import type { Logger } from 'pino'
import { clientConfig } from '../database/database.ts'

const RECONNECT_MS = 500
const HEARTBEAT_MS = 15_000

export interface Listener {
  close(): Promise<void>
}

interface Receive {
  message(payload: string): void
  gap(): void
}

/**
 * A connection of its own for LISTEN. A broken or silent one is replaced, and the gap is reported.
 */
export async function listen(
  url: string,
  channel: string,
  log: Logger,
  receive: Receive,
): Promise<Listener> {
  let closed = false
  let live: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined

  const connect = async () => {
    const client = new pg.Client({
      ...clientConfig(url, 'mingmou_app'),
      application_name: channel,
      query_timeout: HEARTBEAT_MS / 3,
    })
    const onLost = () => {
      if (live !== client) return
      live = null
      void client.end().catch(() => undefined)
      if (closed) return
      log.warn('event connection lost')
      reconnectLater()
    }
    client.on('notification', ({ payload }) => receive.message(payload ?? ''))
    client.on('error', onLost)
    client.on('end', onLost)
    await client.connect()
    await client.query(`listen ${channel}`)
    if (closed) await client.end()
    else live = client
  }
  const reconnectLater = () => {
    retry = setTimeout(() => {
      connect().then(() => receive.gap(), reconnectLater)
    }, RECONNECT_MS)
  }
  await connect()
  // A query shows a connection that died silently.
  const heartbeat = setInterval(() => {
    const client = live
    client?.query('select 1').catch((error: unknown) => client.emit('error', error))
  }, HEARTBEAT_MS)

  return {
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(heartbeat)
      await live?.end().catch(() => undefined)
    },
  }
}
