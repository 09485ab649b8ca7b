import pg from 'pg'
import pino from 'pino'
import { startEmbedded } from '../embedded-database.ts'

/**
 * A program that starts the database of a folder, writes rows one by one and prints those that are
 * in.
 */
try {
  const database = await startEmbedded({
    dataDir: process.env['TEST_DATA_DIR'] ?? '',
    log: pino({ level: 'silent' }),
  })
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('create table if not exists written (n integer primary key)')
  process.send?.({ url: database.url })
  const stopping = new AbortController()
  process.once('SIGTERM', () => stopping.abort())
  for (let n = 1; !stopping.signal.aborted; n++) {
    await client.query('insert into written values ($1) on conflict do nothing', [n])
    process.send?.({ written: n })
  }
  await client.end()
  await database.stop()
  process.exit(0)
} catch (error) {
  process.send?.({ refused: error instanceof Error ? error.message : 'unknown' })
  process.exit(1)
}
