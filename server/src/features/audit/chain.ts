import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Fault } from './fault.ts'
import { verifyReports } from './report-seals.ts'

/** A place of the chain and its hash. */
export interface Link {
  seq: number
  hash: string
}

export interface Verified {
  entries: number
  reports: number
  /** The place after which entries are kept. */
  start: number
  head: Link
  faults: Fault[]
}

interface Row {
  seq: number
  id: string
  hash: string
  /** null: the entry is missing. */
  text: string | null
}

/**
 * The text of an entry, as the trigger writes it. It is repeated here, so that the database does
 * not judge itself.
 */
const TEXT = sql<string | null>`case when l.id is not null then jsonb_build_array(
  to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), l.uid, l.oid, l.role, l.ip, l.action,
  l.target_type, l.target_id, l.pid, l.outcome, l.detail)::text end`

const EMPTY = createHash('sha256').update('').digest('hex')
const BATCH = 5000

const linkOf = (before: string, text: string) =>
  createHash('sha256').update(Buffer.from(before, 'hex')).update(text).digest('hex')

/**
 * Follows the whole chain. Compares it with anchors kept outside the database, and compares every
 * report with it.
 */
export async function verifyChain(db: Db, anchors: readonly Link[]): Promise<Verified> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const head = await findHead(trx)
      const start = await findStart(trx)
      const walk = new Walk(start, anchors)
      for await (const row of allLinks(trx)) walk.step(row)
      const { reports, faults } = await verifyReports(trx)
      const found = [...walk.end(head), ...(await findUnlinked(trx))].sort(bySeq)
      const all = [...found, ...faults]
      return { entries: walk.entries, reports, start: start.seq, head, faults: all }
    })
}

const bySeq = (a: Fault, b: Fault) => (a.seq ?? Infinity) - (b.seq ?? Infinity)

class Walk {
  readonly #faults: Fault[] = []
  readonly #wrong: (Row & { before: string })[] = []
  readonly #anchors: Map<number, string>
  #last: Link
  /** false right after a gap, where the hash of the entry before is unknown. */
  #known = true
  entries = 0

  constructor(start: Link, anchors: readonly Link[]) {
    this.#last = start
    this.#anchors = new Map(
      anchors.filter(({ seq }) => seq >= start.seq).map(({ seq, hash }) => [seq, hash]),
    )
    this.#hold(start)
  }

  step(row: Row): void {
    this.entries++
    if (row.seq !== this.#last.seq + 1) this.#missing(row.seq - 1)
    if (row.text === null) {
      this.#faults.push({ fault: 'removed', seq: row.seq, id: row.id })
    } else if (this.#known && linkOf(this.#last.hash, row.text) !== row.hash) {
      this.#wrong.push({ ...row, before: this.#last.hash })
    }
    this.#last = row
    this.#known = true
    this.#hold(row)
  }

  end(head: Link): Fault[] {
    if (this.#last.seq < head.seq) this.#missing(head.seq)
    else if (this.#last.seq > head.seq || this.#last.hash !== head.hash) {
      this.#faults.push({ fault: 'rewritten', seq: head.seq, id: null })
    }
    // An anchor beyond the last entry: the end was cut off.
    const beyond = Math.max(0, ...this.#anchors.keys())
    if (beyond > this.#last.seq && beyond > head.seq) this.#missing(beyond)
    return [...this.#faults, ...this.#judged()]
  }

  #missing(through: number): void {
    this.#faults.push({ fault: 'removed', seq: this.#last.seq + 1, id: null, through })
    this.#known = false
  }

  #hold({ seq, hash }: Link): void {
    const anchor = this.#anchors.get(seq)
    if (anchor === undefined) return
    if (anchor !== hash) this.#faults.push({ fault: 'rewritten', seq, id: null })
    this.#anchors.delete(seq)
  }

  /** An entry that fits another wrong place was moved there. Any other was changed. */
  #judged(): Fault[] {
    const texts = this.#wrong.slice(0, 500).map(({ text }) => text ?? '')
    const fits = ({ before, hash }: Row & { before: string }) =>
      texts.some((text) => linkOf(before, text) === hash)
    return this.#wrong.map((row) => ({
      fault: fits(row) ? 'moved' : 'changed',
      seq: row.seq,
      id: row.id,
    }))
  }
}

async function* allLinks(trx: Trx): AsyncGenerator<Row> {
  let after = '-1'
  for (;;) {
    const { rows } = await sql<{ seq: string; id: string; hash: Buffer; text: string | null }>`
      select c.seq, c.id, c.hash, ${TEXT} as text
      from audit_chain c left join audit_log l on l.id = c.id
      where c.seq > ${after} order by c.seq limit ${BATCH}`.execute(trx)
    for (const { seq, id, hash, text } of rows) {
      yield { seq: Number(seq), id, hash: hash.toString('hex'), text }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.seq
  }
}

export async function findHead(db: Db | Trx): Promise<Link> {
  const { seq, hash } = await db
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .executeTakeFirstOrThrow()
  return { seq: Number(seq), hash: hash.toString('hex') }
}

/** The start of the chain: nothing, or the place that the last removal of old entries recorded. */
async function findStart(trx: Trx): Promise<Link> {
  const { rows } = await sql<{ seq: string; hash: string }>`
    select l.detail->>'through' as seq, l.detail->>'hash' as hash
    from audit_log l join audit_chain c using (id)
    where l.action = 'audit.prune' order by c.seq desc limit 1`.execute(trx)
  const [pruned] = rows
  return pruned ? { seq: Number(pruned.seq), hash: pruned.hash } : { seq: 0, hash: EMPTY }
}

async function findUnlinked(trx: Trx): Promise<Fault[]> {
  const { rows } = await sql<{ id: string }>`
    select id from audit_log as entry
    where not exists (select from audit_chain where audit_chain.id = entry.id) order by id`.execute(
    trx,
  )
  return rows.map(({ id }) => ({ fault: 'unlinked', seq: null, id }))
}

/** The link at a place; null where it is missing. */
export async function findLink(db: Db | Trx, seq: number): Promise<string | null> {
  const found = await db
    .selectFrom('audit_chain')
    .select('hash')
    .where('seq', '=', String(seq))
    .executeTakeFirst()
  return found?.hash.toString('hex') ?? null
}
