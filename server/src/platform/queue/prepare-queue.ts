import pg from 'pg'
import PgBoss from 'pg-boss'
import { clientConfig } from '../database/database.ts'
import type { Job } from './queue.ts'

const GRANTS = `
CREATE INDEX IF NOT EXISTS job_active ON pgboss.job (started_on) WHERE state = 'active';
GRANT USAGE ON SCHEMA pgboss TO mingmou_app;
GRANT SELECT ON pgboss.queue TO mingmou_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON pgboss.job TO mingmou_app;`

/**
 * Runs as the owner: makes the queue's own schema, and a queue for each job. Several programs take
 * turns.
 */
export async function prepareQueue(url: string, jobs: readonly Job[]): Promise<void> {
  const client = new pg.Client(clientConfig(url, 'mingmou_owner'))
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('mingmou queue'))`)
    const boss = new PgBoss({
      db: { executeSql: (text, values) => client.query(text, values as unknown[]) },
      supervise: false,
      schedule: false,
    })
    await boss.start()
    for (const job of jobs) await boss.createQueue(job.name)
    await client.query(GRANTS)
    await boss.stop({ graceful: false })
  } finally {
    await client.end()
  }
}
