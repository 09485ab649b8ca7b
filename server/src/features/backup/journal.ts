import pg from 'pg'
import { serverOf } from './cluster.ts'
import { readHead } from './counted.ts'
import type { Kept } from './kept.ts'
import type { Journal, Segment } from './manifest.ts'
import { keepSegments, segmentAfter } from './segments.ts'
import type { Source } from './source.ts'
import { keepFiles } from './stored-files.ts'
import { nameOf, type Vault } from './vault.ts'

/** Keeps the log until it is in a journal, also while no program runs. */
const SLOT = 'mingmou_journal'

/**
 * Keeps what came since: new files, and the log up to now. null where the log has a gap: only a
 * backup leads on.
 */
export async function keepJournal(
  { database, files }: Source,
  vault: Vault,
  kept: Kept,
): Promise<Journal | null> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const server = await serverOf(client)
    const follows = server.system === kept.system && server.timeline === kept.timeline
    const held = await holdSlot(client)
    const next = segmentAfter(kept.segment)
    if (!follows || held === null || held > next) return null
    const all = await keepFiles(files, vault, kept.files)
    const fresh = all.filter((file) => kept.files.get(file.key) !== file)
    const { at, head, end, segments } = await keepLog(client, database.home, vault, next)
    const journal: Journal = { version: 1, at, ...server, segments, head, files: fresh }
    await vault.write('journals', nameOf(new Date(at)), journal)
    await client.query('select pg_replication_slot_advance($1, $2)', [SLOT, end])
    return journal
  } finally {
    await client.end()
  }
}

interface Log {
  at: string
  head: { seq: number; hash: string }
  end: string
  segments: Segment[]
}

/** Ends the present segment of the log, and keeps all that are complete. */
async function keepLog(client: pg.Client, home: string, vault: Vault, next: string): Promise<Log> {
  const head = await readHead(client)
  const { rows } = await client.query<{ at: Date; lsn: string }>(
    'select clock_timestamp() as at, pg_switch_wal() as lsn',
  )
  const [ended] = rows
  if (!ended) throw new Error('no log')
  const open = await client.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  const present = open.rows[0]?.name ?? ''
  const segments = await keepSegments(home, vault, (name) => name >= next && name < present)
  return { at: ended.at.toISOString(), head, end: ended.lsn, segments }
}

/** The first segment that is held; null where there was no slot, or it had to let go of the log. */
async function holdSlot(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string | null; status: string }>(
    `select pg_walfile_name(restart_lsn) as name, wal_status as status
     from pg_replication_slots where slot_name = $1`,
    [SLOT],
  )
  return rows[0]?.status === 'lost' ? null : (rows[0]?.name ?? null)
}

/** Before a backup that journals follow. A slot that holds already is left as it is. */
export async function makeSlot(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    if ((await holdSlot(client)) !== null) return
    await dropSlot(client)
    await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
  } finally {
    await client.end()
  }
}

/** Where no journals are kept any more, the log must not pile up. */
export async function forgetSlot(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await dropSlot(client)
  } finally {
    await client.end()
  }
}

async function dropSlot(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [SLOT],
  )
}
