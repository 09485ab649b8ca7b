import type pg from 'pg'
import { expect } from 'vitest'
import { withFullRights } from './database.ts'
import type { TestApp } from './test-app.ts'

/** Somebody who writes while the program does something: it has to wait for them, and then sees what they wrote. */
export const beside = <T>(
  app: TestApp,
  write: (client: pg.Client) => Promise<unknown>,
  meanwhile: () => Promise<T>,
): Promise<T> =>
  withFullRights(app.context.config.databaseUrl, async (client) => {
    await client.query('begin')
    await write(client)
    const done = meanwhile()
    await expect
      .poll(
        async () => {
          await client.query('select pg_stat_clear_snapshot()')
          const waiting = await client.query(
            `select from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return waiting.rowCount
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe(1)
    await client.query('commit')
    return done
  })
