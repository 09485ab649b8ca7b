import { createHash, createHmac } from 'node:crypto'
import {
  checkDraws,
  createReport,
  ERROR,
  FIGURES_ASKED,
  FundusReportData,
  getReport,
  getReadingRules,
  getReadings,
  keepReading,
  leaveReading,
  listReadings,
  listWorklist,
  mergePatients,
  openReading,
  readerFigures,
  setReadingRules,
  signReading,
  text,
  voidReport,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  keepFindings,
  makeArchive,
  makePatient,
  plainImage,
  state,
} from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import { NO_RETINOPATHY } from '../../testing/fundus-patient.ts'
import {
  CLEAR,
  MODERATE,
  named,
  opens,
  readers,
  reads,
  setRule,
  UNREADABLE,
} from '../../testing/reading-factory.ts'
import { sign, sit, wishOf, type Sat } from '../../testing/recall-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

type Made = Awaited<ReturnType<typeof readers>>

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const reportOf = async ({ first }: Made, sat: Sat) => {
  const { report_id } = await sign(app, first, sat)
  const asked = { report_id, diagnosis_class: '1' as const }
  return FundusReportData.parse((await succeed(app, getReport, asked, first)).report_data)
}

const refusedReport = async ({ first, sat }: Made) =>
  (await app.call(createReport, wishOf(first, sat), first)).msg

const says = (key: string) => text('zh-CN', key)

/** A sitting whose machine finds nothing, beside the one that is made with its institution. */
async function clearSitting({ main }: Made): Promise<Sat> {
  const pid = await makePatient(app, main)
  const sat = await sit(app, main, pid)
  return { ...sat, analysis_id: await keepFindings(app, main, sat, NO_RETINOPATHY) }
}

describe('a report', () => {
  test('is signed as ever while no rule is set', async () => {
    const made = await readers(app, { rule: 'none' })
    expect((await reportOf(made, made.sat)).clinician).toBe('王一')
    expect(await succeed(app, listWorklist, {}, made.first)).not.toHaveProperty('readings')
    const wanted = { image_id: made.sat.rid, role: 'first' as const }
    expect((await app.call(openReading, wanted, made.first)).msg).toBe(says('reading_off'))
  })

  test('waits for the first and the second reading, and says what they agree on', async () => {
    const made = await readers(app)
    expect(await refusedReport(made)).toBe(says('reading_awaits_first'))
    expect(await reads(app, made.first, made.sat, 'first', MODERATE)).toBe('second')
    expect(await refusedReport(made)).toBe(says('reading_awaits_second'))
    expect(await reads(app, made.second, made.sat, 'second', MODERATE)).toBe(null)
    const logged = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'uid', 'pid'])
      .where('action', 'in', ['reading.open', 'reading.sign'])
      .where('target_id', '=', made.sat.rid)
      .orderBy('id')
      .execute()
    const { pid } = made.sat
    expect(logged).toEqual(
      [made.first.uid, made.second.uid].flatMap((uid) => [
        { action: 'reading.open', uid, pid },
        { action: 'reading.sign', uid, pid },
      ]),
    )
    expect((await reportOf(made, made.sat)).outcomes).toMatchObject([
      { eye: 'OD', stage: 2, oedema: false, referral: 'referable' },
    ])
  })

  test('waits for the arbitrator where two differ, and says what he decides', async () => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', CLEAR)
    const severe = { ...CLEAR, stage: 3 }
    expect(await reads(app, made.second, made.sat, 'second', severe)).toBe('arbitrator')
    expect(await refusedReport(made)).toBe(says('reading_awaits_arbitrator'))
    const opened = await opens(app, made.arbiter, made.sat, 'arbitrator')
    expect(opened.signed.map(({ reader, eyes }) => [reader, eyes.OD?.stage])).toEqual([
      ['王一', 0],
      ['李二', 3],
    ])
    expect(await reads(app, made.arbiter, made.sat, 'arbitrator', MODERATE)).toBe(null)
    expect((await reportOf(made, made.sat)).outcomes).toMatchObject([
      { stage: 2, referral: 'referable' },
    ])
  })

  test.each([
    ['oedema', { ...CLEAR, oedema: 'yes' }],
    ['glaucoma', { ...CLEAR, glaucoma: 'yes' }],
    ['gradability', UNREADABLE],
    ['stage', { ...CLEAR, stage: 1 }],
  ] as const)('waits for the arbitrator where two differ in %s alone', async (_, eye) => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', CLEAR)
    expect(await reads(app, made.second, made.sat, 'second', eye)).toBe('arbitrator')
    await reads(app, made.arbiter, made.sat, 'arbitrator', eye)
    if (eye.stage === null) return
    const [outcome] = (await reportOf(made, made.sat)).outcomes
    expect(outcome).toMatchObject({ stage: eye.stage, oedema: eye.oedema === 'yes' })
    expect(outcome?.glaucoma).toBe(eye.glaucoma === 'yes' ? 'suspect' : 'low')
  })

  test.each([
    { ...MODERATE, treated: 'prp' },
    { ...CLEAR, treated: 'none' },
    { ...CLEAR, stage: 4, oedema: 'yes', glaucoma: 'unsure', treated: 'none' },
    { ...CLEAR, stage: 1, oedema: 'unsure', glaucoma: 'yes', treated: 'laser' },
  ] as const)('says what was read of an eye of photographs that differ: %j', async (eye) => {
    const made = await readers(app)
    const pid = await makePatient(app, made.main)
    const pictures = [await plainImage(), await plainImage(300), await plainImage(280)]
    const rid = await makeArchive(app, made.main, pid, pictures)
    const analysis_id = await keepFindings(
      ...([app, made.main, { pid, rid }] as const),
      ...[NO_RETINOPATHY, SAMPLE_FINDINGS, { ...SAMPLE_FINDINGS, eye: 'OS' as const }],
    )
    const sat = { pid, rid, analysis_id }
    const read = { OD: eye, OS: UNREADABLE }
    for (const [role, by] of [
      ['first', made.first],
      ['second', made.second],
    ] as const) {
      await opens(app, by, sat, role)
      await succeed(app, signReading, { image_id: rid, role, read }, by)
    }
    const [outcome] = (await reportOf(made, sat)).outcomes
    expect(outcome).toMatchObject({ eye: 'OD', stage: eye.stage })
    const referable = (eye.stage ?? 0) >= 2 || eye.oedema === 'yes'
    if (referable) expect(outcome?.referral).toBe('referable')
  })

  test('is refused where somebody changed the result after the readings had ended', async () => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', MODERATE)
    await reads(app, made.second, made.sat, 'second', MODERATE)
    const { analysis_id: analysis_record_id } = made.sat
    await state(app, made.first, { analysis_record_id, field: 'stage', value: 1 })
    expect(await refusedReport(made)).toBe(says('reading_says_other'))
    await reads(app, made.arbiter, made.sat, 'arbitrator', { ...CLEAR, stage: 1 })
    expect((await reportOf(made, made.sat)).outcomes).toMatchObject([
      { stage: 1, referral: 'none' },
    ])
  })

  test('is signed anew on the same readings once it is void, and a new sitting is read anew', async () => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', MODERATE)
    await reads(app, made.second, made.sat, 'second', MODERATE)
    const { report_id } = await sign(app, made.first, made.sat)
    await succeed(app, voidReport, { report_id, reason: '签错' }, made.first)
    expect((await reportOf(made, made.sat)).outcomes).toMatchObject([{ stage: 2 }])
    const next = await sit(app, made.main, made.sat.pid, '2024-04-01')
    expect(await refusedReport({ ...made, sat: next })).toBe(says('reading_awaits_first'))
  })
})

describe('the rule', () => {
  test('of what machine and reader tell apart asks for a second reading there alone', async () => {
    const made = await readers(app, { rule: 'differing' })
    expect(await reads(app, made.first, await clearSitting(made), 'first', CLEAR)).toBe(null)
    const other = await clearSitting(made)
    expect(await reads(app, made.first, other, 'first', { ...CLEAR, stage: 1 })).toBe('second')
  })

  test('of all that is referable asks for it of the machine’s too, and of the drawn rest', async () => {
    const made = await readers(app, { rule: 'referable', percent: 0 })
    const clear = await clearSitting(made)
    expect(await reads(app, made.first, clear, 'first', { ...CLEAR, stage: 1 })).toBe(null)
    expect(await reads(app, made.first, await clearSitting(made), 'first', MODERATE)).toBe('second')
    // What the sample machine finds is referable.
    expect(SAMPLE_FINDINGS.dr?.referable).toBe(true)
    expect(await reads(app, made.first, made.sat, 'first', CLEAR)).toBe('second')
    await setRule(app, made.main, { rule: 'referable', percent: 100 })
    expect(await reads(app, made.first, await clearSitting(made), 'first', CLEAR)).toBe('second')
  })

  test('draws so that whoever has the secret later can work every draw out again', async () => {
    const made = await readers(app, { rule: 'referable', percent: 50 })
    const { commitment } = await succeed(app, getReadingRules, {}, made.main)
    const sats = [await clearSitting(made), await clearSitting(made), await clearSitting(made)]
    const awaited = new Map<string, boolean>()
    for (const sat of sats)
      awaited.set(sat.rid, (await reads(app, made.first, sat, 'first', CLEAR)) === 'second')
    const before = await succeed(app, checkDraws, {}, made.main)
    expect(before.secrets.map(({ secret }) => secret)).toEqual([null])
    const { secrets, draws } = await succeed(app, checkDraws, { disclose: true }, made.main)
    const [ended, next] = secrets
    const key = Buffer.from(ended?.secret ?? '', 'hex')
    expect(createHash('sha256').update(key).digest('hex')).toBe(commitment)
    expect(next?.secret).toBe(null)
    expect(draws).toHaveLength(3)
    for (const { image_id, value, drawn, percent } of draws) {
      const hash = createHmac('sha256', key).update(image_id).digest()
      expect(value).toBe(hash.readUInt32BE(0) % 10_000)
      expect(drawn).toBe(value < percent * 100)
      expect(drawn).toBe(awaited.get(image_id))
    }
    expect((await succeed(app, getReadingRules, {}, made.main)).commitment).not.toBe(commitment)
  })

  test('is the main account’s to set, for accounts of its own institution', async () => {
    const made = await readers(app)
    const stranger = await makeAccount(app, { role: '4' })
    const rules = { rule: 'all', percent: 10, first_sees_machine: true } as const
    const body = { ...rules, arbiters: [] }
    expect((await app.call(setReadingRules, body, made.first)).status).toBe(600)
    const theirs = { ...rules, arbiters: [stranger.uid] }
    expect((await app.call(setReadingRules, theirs, made.main)).error_code).toBe(ERROR.notFound)
    expect((await succeed(app, getReadingRules, {}, made.first)).accounts).toEqual([])
  })
})

describe('one person', () => {
  test('never reads a sitting twice, and arbitrates with the right alone', async () => {
    const made = await readers(app)
    await setRule(app, made.main, { arbiters: [made.first.uid, made.arbiter.uid] })
    const { rid } = made.sat
    await reads(app, made.first, made.sat, 'first', CLEAR)
    const asked = (role: 'first' | 'second' | 'arbitrator', by: Made['first']) =>
      app.call(openReading, { image_id: rid, role }, by)
    expect((await asked('second', made.first)).msg).toBe(says('reading_same_person'))
    await reads(app, made.second, made.sat, 'second', MODERATE)
    expect((await asked('arbitrator', made.first)).msg).toBe(says('reading_same_person'))
    expect((await asked('arbitrator', made.second)).msg).toBe(says('reading_not_arbiter'))
    expect((await asked('first', made.arbiter)).msg).toBe(says('reading_not_awaited'))
  })

  test('has an opened sitting for 15 minutes, and of two at once one gets it', async () => {
    const made = await readers(app)
    const third = await named(app, made.main.oid ?? '', '孙三')
    const { rid } = made.sat
    const wanted = { image_id: rid, role: 'first' as const }
    const all = await Promise.all(
      [made.first, made.second, third].map((by) => app.call(openReading, wanted, by)),
    )
    expect(all.filter(({ error_code }) => error_code === 0)).toHaveLength(1)
    const at = all.findIndex(({ error_code }) => error_code === 0)
    const [holder, other] =
      at === 0 ? [made.first, made.second] : at === 1 ? [made.second, third] : [third, made.first]
    expect((await app.call(openReading, wanted, other)).msg).toMatch(/正在阅片/)
    expect((await app.call(keepReading, wanted, other)).msg).toMatch(/正在阅片/)
    const { rows } = await succeed(app, listReadings, { role: 'first' }, other)
    expect(rows).toMatchObject([
      { image_id: rid, mine: false, held_by: expect.any(String) as string },
    ])
    const move = (minutes: number) =>
      withInstitution(app.context.db, made.main.oid ?? '', (trx) =>
        sql`UPDATE reading_holds SET kept_until = kept_until - ${minutes} * interval '1 minute'
          WHERE rid = ${rid}`.execute(trx),
      )
    await move(14)
    expect((await app.call(openReading, wanted, other)).msg).toMatch(/正在阅片/)
    await succeed(app, keepReading, wanted, holder)
    await move(14)
    expect((await app.call(openReading, wanted, other)).msg).toMatch(/正在阅片/)
    await move(2)
    await opens(app, other, made.sat, 'first')
    const read = { OD: CLEAR, OS: null }
    expect((await app.call(signReading, { ...wanted, read }, holder)).msg).toMatch(/正在阅片/)
    await succeed(app, leaveReading, wanted, other)
    expect((await app.call(signReading, { ...wanted, read }, holder)).msg).toBe(
      says('reading_not_open'),
    )
  })

  test('of another institution finds nothing of it', async () => {
    const made = await readers(app)
    const theirs = await readers(app)
    const wanted = { image_id: made.sat.rid, role: 'first' as const }
    expect((await app.call(openReading, wanted, theirs.first)).error_code).toBe(ERROR.notFound)
    const asked = { image_id: made.sat.rid }
    expect((await app.call(getReadings, asked, theirs.first)).error_code).toBe(ERROR.notFound)
    const { rows } = await succeed(app, listReadings, { role: 'first' }, theirs.first)
    expect(rows.map(({ image_id }) => image_id)).toEqual([theirs.sat.rid])
  })
})

describe('a reading', () => {
  test('states every photographed eye and no other, and of one not gradable nothing else', async () => {
    const made = await readers(app)
    await opens(app, made.first, made.sat, 'first')
    const wanted = { image_id: made.sat.rid, role: 'first' as const }
    const refused = async (read: { OD: typeof CLEAR | null; OS: typeof CLEAR | null }) =>
      (await app.call(signReading, { ...wanted, read }, made.first)).msg
    expect(await refused({ OD: null, OS: null })).toBe(says('reading_eyes'))
    expect(await refused({ OD: CLEAR, OS: CLEAR })).toBe(says('reading_eyes'))
    expect(await refused({ OD: { ...CLEAR, stage: null }, OS: null })).toBe(
      says('reading_ungradable'),
    )
  })

  test('is never changed, not by the program’s own role', async () => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', CLEAR)
    await expect(
      withInstitution(app.context.db, made.main.oid ?? '', (trx) =>
        sql`UPDATE readings SET note = 'x'`.execute(trx),
      ),
    ).rejects.toThrow(/permission denied/)
  })

  test('stays with its sitting where the patient is merged', async () => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', MODERATE)
    const into = await makePatient(app, made.main)
    await succeed(app, mergePatients, { pid: into, merged_pid: made.sat.pid }, made.main)
    const { rows } = await succeed(app, listReadings, { role: 'second' }, made.second)
    expect(rows).toMatchObject([{ image_id: made.sat.rid, pid: into }])
    expect(await reads(app, made.second, made.sat, 'second', MODERATE)).toBe(null)
  })
})

describe('figures', () => {
  test('say too little of few cases, and are a reader’s own but for the main account', async () => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', CLEAR)
    await reads(app, made.second, made.sat, 'second', UNREADABLE)
    await reads(app, made.arbiter, made.sat, 'arbitrator', MODERATE)
    const own = await succeed(app, readerFigures, {}, made.first)
    const few = { kappa: { n: 0, value: null }, sensitivity: { hits: 0, n: 1, value: null } }
    expect(own.readers).toMatchObject([{ uid: made.first.uid, readings: 1, seconds: null, ...few }])
    const all = await succeed(app, readerFigures, {}, made.main)
    expect(all.readers.map(({ uid }) => uid).toSorted()).toEqual(
      [made.first.uid, made.second.uid, made.arbiter.uid].toSorted(),
    )
  })

  test('are counted so often for an account, and for its colleagues apart', async () => {
    const { main, first } = await readers(app)
    for (let n = 0; n < FIGURES_ASKED.count; n++) await succeed(app, readerFigures, {}, first)
    expect((await app.call(readerFigures, {}, first)).error_code).toBe(ERROR.tooManyTries)
    await succeed(app, readerFigures, {}, main)
  })

  test('of many cases give agreement, sensitivity, time and what was not gradable', async () => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', MODERATE)
    const oid = made.main.oid ?? ''
    const eyes = (stage: number | null) => ({
      OD: { ...CLEAR, stage, referable: (stage ?? 0) >= 2 },
      OS: null,
    })
    await withInstitution(app.context.db, oid, async (trx) => {
      const [row] = await trx.selectFrom('readings').selectAll().where('oid', '=', oid).execute()
      if (!row) throw new Error('no reading')
      // 12 in which both say 0, 4 of 0 and 2, 4 in which both say 2, 4 not gradable.
      const cases = [...many(12, 0, 0), ...many(4, 0, 2), ...many(4, 2, 2), ...many(4, null, 0)]
      for (const [n, [one, other]] of cases.entries()) {
        const made_by = [
          { role: 'first', by: made.first.uid, stage: one },
          { role: 'second', by: made.second.uid, stage: other },
          { role: 'arbitrator', by: made.arbiter.uid, stage: 2 },
        ] as const
        for (const { role, by, stage } of made_by)
          await trx
            .insertInto('readings')
            .values({
              ...row,
              reading_id: crypto.randomUUID(),
              role,
              photographs: 100 + n,
              created_by: by,
              eyes: JSON.stringify(eyes(stage)),
              machine: JSON.stringify(row.machine),
              ...(role !== 'first' && { rule: null, need: null }),
              awaits: null,
              opened_at: new Date(0),
              signed_at: new Date(90_000),
            })
            .execute()
      }
    })
    const { readers: found } = await succeed(app, readerFigures, {}, made.first)
    expect(found).toMatchObject([
      {
        kappa: { n: 20, value: 0.545 },
        sensitivity: { hits: 4, n: 24, value: 0.167 },
        seconds: 90,
        ungradable: { hits: 4, n: 25, value: 0.16 },
      },
    ])
  })
})

const many = (n: number, one: number | null, other: number | null) =>
  Array.from({ length: n }, () => [one, other] as const)
