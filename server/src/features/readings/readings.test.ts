import { createHash, createHmac } from 'node:crypto'
import {
  checkDraws,
  createReport,
  dashboardStats,
  fundusAnalysis,
  getReport,
  getReadings,
  getReadingRules,
  leaveReading,
  listReadings,
  listReports,
  listWorklist,
  openReading,
  readerFigures,
  setReadingRules,
  signReading,
  text,
  voidReport,
  FundusReportData,
  type ReadEye,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePatient, state } from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import {
  CLEAR,
  MODERATE,
  opens,
  readers,
  reads,
  setRule,
  UNREADABLE,
} from '../../testing/reading-factory.ts'
import { sign, sit, wishOf } from '../../testing/recall-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { withInstitution } from '../../platform/database/institution.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const reportOf = async (made: Awaited<ReturnType<typeof readers>>) => {
  const { report_id } = await sign(app, made.first, made.sat)
  const asked = { report_id, diagnosis_class: '1' as const }
  return FundusReportData.parse((await succeed(app, getReport, asked, made.first)).report_data)
}

const refusedReport = async (made: Awaited<ReturnType<typeof readers>>) =>
  (await app.call(createReport, wishOf(made.first, made.sat), made.first)).msg

const says = (key: string) => text('zh-CN', key)

describe('a report', () => {
  test('is signed as ever while no rule is set', async () => {
    const made = await readers(app, { rule: 'none' })
    expect((await reportOf(made)).clinician).toBe('王一')
    const refused = await app.call(
      openReading,
      { image_id: made.sat.rid, role: 'first' },
      made.first,
    )
    expect(refused.msg).toBe(says('reading_off'))
  })

  test('waits for the first and the second reading, and says what they agree on', async () => {
    const made = await readers(app)
    expect(await refusedReport(made)).toBe(says('reading_awaits_first'))
    expect(await reads(app, made.first, made.sat, 'first', MODERATE)).toBe('second')
    expect(await refusedReport(made)).toBe(says('reading_awaits_second'))
    expect(await reads(app, made.second, made.sat, 'second', MODERATE)).toBe(null)
    expect((await reportOf(made)).outcomes).toMatchObject([
      { eye: 'OD', stage: 2, oedema: false, referral: 'referable' },
    ])
  })

  test('waits for the arbitrator where two differ, and says what he decides', async () => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', CLEAR)
    expect(await reads(app, made.second, made.sat, 'second', { ...CLEAR, stage: 3 })).toBe(
      'arbitrator',
    )
    expect(await refusedReport(made)).toBe(says('reading_awaits_arbitrator'))
    const opened = await opens(app, made.arbiter, made.sat, 'arbitrator')
    expect(opened.signed.map(({ reader, eyes }) => [reader, eyes.OD?.stage])).toEqual([
      ['王一', 0],
      ['李二', 3],
    ])
    expect(await reads(app, made.arbiter, made.sat, 'arbitrator', MODERATE)).toBe(null)
    expect((await reportOf(made)).outcomes).toMatchObject([{ stage: 2, referral: 'referable' }])
  })

  test('is refused where somebody changed the result after the readings had ended', async () => {
    const made = await readers(app)
    await reads(app, made.first, made.sat, 'first', MODERATE)
    await reads(app, made.second, made.sat, 'second', MODERATE)
    const { analysis_id: analysis_record_id } = made.sat
    await state(app, made.first, { analysis_record_id, field: 'stage', value: 1 })
    expect(await refusedReport(made)).toBe(says('reading_says_other'))
    await reads(app, made.arbiter, made.sat, 'arbitrator', { ...CLEAR, stage: 1 })
    expect((await reportOf(made)).outcomes).toMatchObject([{ stage: 1, referral: 'none' }])
  })
})
