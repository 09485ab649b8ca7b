import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import type { TestApp } from './test-app.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }

interface Held {
  /** Resolves when this many transactions wait, for the commit or for each other. */
  waiting(count: number | (() => number)): Promise<void>
  /** Lets them continue. */
  release(): Promise<void>
}

/** Sees what the connections of every role wait for. */
async function watcherOf(app: TestApp): Promise<pg.Client> {
  const url = new URL(inject('databaseServer').superuserUrl)
  url.pathname = new URL(app.context.config.databaseUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function waitingIn(client: pg.Client, count: number | (() => number)): Promise<void> {
  await expect
    .poll(async () => {
      // The view never changes within a transaction.
      await client.query('select pg_stat_clear_snapshot()')
      const { rowCount } = await client.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return (rowCount ?? 0) - (typeof count === 'number' ? count : count())
    }, PATIENCE)
    .toBe(0)
}

/** Resolves when this many transactions wait for others. */
export const waitingForOthers = async (app: TestApp, count: number): Promise<void> =>
  waitingIn(await watcherOf(app), count)

/** Keeps every transaction with an audit entry from its commit, so that concurrent calls meet. */
export async function holdCommits(app: TestApp): Promise<Held> {
  const client = await watcherOf(app)
  await client.query('begin')
  await client.query('select from audit_head for update')
  return {
    waiting: (count) => waitingIn(client, count),
    async release() {
      await client.query('rollback')
    },
  }
}
