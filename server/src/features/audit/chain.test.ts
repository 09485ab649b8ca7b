import { sql } from 'kysely'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { makeInstitution } from '../../testing/factories.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { anchorHead, readAnchors } from './anchors.ts'
import { verifyChain } from './chain.ts'
import type { Fault } from './fault.ts'
import { pruneAudit } from './prune.ts'
import { audit } from './service.ts'
import { describe as inWords, verifyAudit } from './verify.ts'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ logLevel: 'silent' })
})
afterEach(() => app.close())

const write = async (count: number, ip = '203.0.113.7') => {
  for (let n = 0; n < count; n++) {
    const entry = { actor: null, ip, action: 'session.login', outcome: 'refused' } as const
    await audit(app.context.db, { ...entry, detail: { n, text: '演示' } })
  }
}

/** Somebody with full rights on the database. */
async function tamper(...statements: string[]): Promise<void> {
  const url = new URL(inject('databaseServer').superuserUrl)
  url.pathname = new URL(app.context.config.databaseUrl).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const faults = async (): Promise<Fault[]> => (await verifyAudit(app.context.config)).faults
const places = async () => (await faults()).map(({ fault, seq, id }) => [fault, seq, id])

describe('the audit log', () => {
  test('verifies as it was written, many at the same moment too', async () => {
    await Promise.all(Array.from({ length: 20 }, () => write(2)))
    const { entries, head, faults } = await verifyAudit(app.context.config)
    expect([entries, head.seq, faults]).toEqual([40, 40, []])
  })

  test('keeps no entry of what was rolled back', async () => {
    await app.context.db
      .transaction()
      .execute(async (trx) => {
        await audit(trx, { actor: null, ip: '', action: 'session.login', outcome: 'success' })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await write(1)
    expect(await verifyAudit(app.context.config)).toMatchObject({ entries: 1, faults: [] })
  })

  test.each([
    `update audit_log set outcome = 'success' where id = 3`,
    `update audit_log set at = at + interval '1 microsecond' where id = 3`,
    `update audit_log set uid = gen_random_uuid() where id = 3`,
    `update audit_log set detail = '{}' where id = 3`,
  ])('shows which entry was changed by: %s', async (statement) => {
    await write(5)
    await tamper(statement)
    expect(await places()).toEqual([['changed', 3, '3']])
  })

  test('shows which entry was removed, its link too', async () => {
    await write(6)
    await tamper('delete from audit_log where id = 2', 'delete from audit_log where id = 4')
    expect(await places()).toEqual([
      ['removed', 2, '2'],
      ['removed', 4, '4'],
    ])
    await tamper('delete from audit_chain where id = 4')
    expect(await places()).toEqual([
      ['removed', 2, '2'],
      ['removed', 4, null],
    ])
  })

  test('shows that the last ones were removed', async () => {
    await write(5)
    await tamper('delete from audit_log where id > 3', 'delete from audit_chain where id > 3')
    expect(await faults()).toEqual([{ fault: 'removed', seq: 4, id: null, through: 5 }])
    expect((await faults()).map(inWords)).toEqual(['places 4 to 5: was removed'])
  })

  test('shows by its anchor that the last ones were removed and the head set back', async () => {
    await write(5)
    expect(await anchorHead(app.context)).toBe('written')
    expect(await anchorHead(app.context)).toBe('unchanged')
    await tamper(
      'delete from audit_log where id > 3',
      'delete from audit_chain where id > 3',
      'update audit_head set seq = c.seq, hash = c.hash from audit_chain c where c.seq = 3',
    )
    expect(await faults()).toEqual([{ fault: 'removed', seq: 4, id: null, through: 5 }])
    await write(4)
    expect(await places()).toEqual([['rewritten', 5, null]])
    expect(await anchorHead(app.context)).toBe('broken')
    expect((await readAnchors(app.context.files)).map(({ seq }) => seq)).toEqual([5])
  })

  test('shows an anchor that was noted by hand when even the files are gone', async () => {
    await write(3)
    const { head } = await verifyAudit(app.context.config)
    await anchorHead(app.context)
    await tamper(
      'truncate audit_log, audit_chain',
      `update audit_head set seq = 0, hash = sha256('')`,
      'truncate audit_anchors',
    )
    await rm(join(app.context.config.dataDir, 'files/kept/audit'), { recursive: true })
    await write(3)
    expect(await faults()).toEqual([])
    const noted = await verifyAudit(app.context.config, [head])
    expect(noted.faults).toEqual([{ fault: 'rewritten', seq: 3, id: null }])
  })

  test('misses an anchor that was removed from the files, and one that was set back', async () => {
    const day = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    const at = (now: Date) => ({ ...app.context, now: () => now })
    await write(3)
    await anchorHead(at(day(0)))
    await write(1)
    await anchorHead(at(day(24)))
    await anchorHead(at(day(24)))
    expect(await faults()).toEqual([])
    const [first = '', second = ''] = [day(0), day(24)].map((date) =>
      date.toISOString().slice(0, 10),
    )
    const kept = await app.context.files.read(`audit/${first}.json`)
    await app.context.files.remove([`audit/${first}.json`])
    expect((await faults()).map(inWords)).toEqual([
      `anchor of ${first}: was removed from the files, or set back`,
    ])
    await app.context.files.put(`audit/${first}.json`, kept, 'application/json')
    expect(await faults()).toEqual([])
    await app.context.files.put(`audit/${second}.json`, kept, 'application/json')
    expect((await faults()).map(inWords)).toEqual([
      `anchor of ${second}: was removed from the files, or set back`,
    ])
  })

  test('shows which entries changed places', async () => {
    await write(6)
    await tamper(
      'update audit_chain set id = -2 where id = 2',
      'update audit_chain set id = 2 where id = 4',
      'update audit_chain set id = 4 where id = -2',
    )
    expect((await places()).map(([fault, seq]) => [fault, seq])).toEqual([
      ['moved', 2],
      ['moved', 4],
    ])
  })

  test('shows an entry that was put in past the chain', async () => {
    await write(2)
    await tamper(
      'alter table audit_log disable trigger audit_linked',
      `insert into audit_log (action, outcome) values ('session.login', 'success')`,
    )
    expect(await faults()).toEqual([{ fault: 'unlinked', seq: null, id: '3' }])
  })
})

describe('old entries', () => {
  const old = (days: number) =>
    tamper(
      `insert into audit_log (at, action, outcome) values (now() - interval '${days} days', 'session.login', 'refused')`,
    )

  test('are removed after 184 days, and the rest verifies', async () => {
    await old(190)
    await anchorHead(app.context)
    await old(186)
    await old(183)
    await write(2)
    expect(await pruneAudit(app.context)).toBe(2)
    expect(await pruneAudit(app.context)).toBe(0)
    const { entries, faults } = await verifyAudit(app.context.config)
    expect([entries, faults]).toEqual([4, []])
    expect(await anchorHead(app.context)).toBe('written')
  })

  test('leave what a report hashes to, and of a removed institution nothing', async () => {
    const report = (target: string, oid: string) => `insert into audit_log
      (at, oid, action, target_type, target_id, outcome, detail) values (now() - interval '190 days',
      '${oid}', 'report.create', 'report', '${target}', 'success', '{"sha256": "ab"}')`
    const kept = (await makeInstitution(app)).oid
    const gone = (await makeInstitution(app)).oid
    await tamper(report(gone, gone), report(kept, kept))
    await tamper(`update institutions set purged_at = now() where oid = '${gone}'`)
    expect(await pruneAudit(app.context)).toBe(2)
    const left = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'oid', 'target_id', 'detail'])
      .where('action', '=', 'report.keep')
      .execute()
    const detail = { sha256: 'ab' }
    expect(left).toEqual([{ action: 'report.keep', oid: kept, target_id: kept, detail }])
    expect(await faults()).toEqual([{ fault: 'report removed', seq: null, id: null, report: kept }])
  })

  test('are kept as long as is configured', async () => {
    await old(190)
    app.context.config.auditDays = 365
    expect(await pruneAudit(app.context)).toBe(0)
  })

  test('are removed to the last, and the chain goes on', async () => {
    await old(200)
    await old(190)
    expect(await pruneAudit(app.context)).toBe(2)
    await write(2)
    expect(await verifyAudit(app.context.config)).toMatchObject({ entries: 3, faults: [] })
  })

  test('cannot be removed by the program before their time', async () => {
    await old(183)
    const early = sql`select audit_prune(now() - interval '182 days')`
    await expect(early.execute(app.context.db)).rejects.toThrow('kept for 184 days')
    // A worker whose clock is ahead fails at nothing, and removes what the database agrees to.
    app.advance(2 * 86_400)
    expect(await pruneAudit(app.context)).toBe(0)
    expect(await verifyChain(app.context.db, [])).toMatchObject({ entries: 1, faults: [] })
  })

  test('that somebody removed without a trace are missed', async () => {
    await old(200)
    await write(2)
    await tamper('delete from audit_log where id = 1', 'delete from audit_chain where id = 1')
    expect(await faults()).toEqual([{ fault: 'removed', seq: 1, id: null, through: 1 }])
  })
})
