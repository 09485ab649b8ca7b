import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { digestTables, listTables } from './digest.ts'
import type { TableDigest } from './manifest.ts'

export interface Counted {
  /** The moment, by the clock of the database. */
  at: Date
  /** A mark in the log at this very state, and the segment that it is in. */
  point: string
  segment: string
  tables: Record<string, TableDigest>
  head: { seq: number; hash: string }
}

/** Writers wait this long at most, then go first. */
const LOCK_MS = 300
const ROUNDS = 200

/**
 * Counts all tables as they are at a marked point of the log, while others write. The mark is set
 * while nobody has an open change, which takes milliseconds; the counting follows in a snapshot.
 */
export async function countAtPoint(url: string): Promise<Counted> {
  const [reader, holder] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ]
  await Promise.all([reader.connect(), holder.connect()])
  try {
    const point = `mingmou-${randomUUID()}`
    const { at, segment } = await markPoint(reader, holder, point)
    const head = await readHead(reader)
    const tables = await digestTables(reader)
    return { at, point, segment, tables, head }
  } finally {
    await Promise.all([reader.end(), holder.end()])
  }
}

async function markPoint(reader: pg.Client, holder: pg.Client, point: string) {
  const tables = (await listTables(holder)).join(', ')
  for (let round = 1; ; round++) {
    await holder.query(`begin; set local lock_timeout = ${LOCK_MS}`)
    try {
      await holder.query(`lock table ${tables} in share mode`)
      break
    } catch (error) {
      await holder.query('rollback')
      // 55P03: a change was open for longer. 40P01: it waited for us.
      const { code } = error as { code?: string }
      if ((code !== '55P03' && code !== '40P01') || round === ROUNDS) throw error
      await delay(LOCK_MS)
    }
  }
  await reader.query('begin isolation level repeatable read read only; select 1')
  const { rows } = await holder.query<{ at: Date; segment: string }>(
    `select clock_timestamp() as at, pg_walfile_name(pg_create_restore_point($1)) as segment`,
    [point],
  )
  await holder.query('commit')
  await holder.query('select pg_switch_wal()')
  const [marked] = rows
  if (!marked) throw new Error('no point')
  return marked
}

export async function readHead(client: pg.ClientBase): Promise<{ seq: number; hash: string }> {
  const { rows } = await client.query<{ seq: string; hash: string }>(
    `select seq, encode(hash, 'hex') as hash from audit_head`,
  )
  return { seq: Number(rows[0]?.seq ?? 0), hash: rows[0]?.hash ?? '' }
}
