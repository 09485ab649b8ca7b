import pino from 'pino'
import { openDatabase } from '../../database/database.ts'
import { openQueue } from '../open-queue.ts'
import { EXAMPLE } from './example-job.ts'

/**
 * A worker whose job never ends. It reports that it works and that the job began, and waits to be
 * killed.
 */
const log = pino({ level: 'silent' })
const url = process.env['TEST_URL'] ?? ''
const queue = openQueue({ db: openDatabase(url, log).db, url, log })
await queue.work(
  EXAMPLE,
  () => {
    process.send?.('started')
    return new Promise(() => undefined)
  },
  () => Promise.resolve(),
)
process.send?.('working')
