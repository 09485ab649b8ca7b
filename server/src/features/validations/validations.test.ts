import {
  createReport,
  deletePatient,
  ERROR,
  exportValidation,
  LANGUAGES,
  listAudit,
  listValidationRows,
  listValidations,
  openValidation,
  printValidation,
  removeValidation,
  repeatValidation,
  startValidation,
  voidReport,
  type InputOf,
  type OpenedValidation,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { state, work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { pdfPages } from '../../testing/pdf-text.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { signEyes, studied, study, todays, type EyeOf } from '../../testing/validation-factory.ts'

let app: TestApp
let main: SignedIn
let opened: OpenedValidation
const asked = () => ({ token: main.token })

/** Of 26 patients, by hand: four right eyes are not told, two are missed and one is a false alarm. */
const RIGHT: readonly EyeOf[] = [
  ...[3, 3, 3, 0].map((reader): EyeOf => ({ machine: null, reader: reader as 0 | 3 })),
  ...[{ machine: 0, reader: 2 } as const, { machine: 0, reader: 2 } as const],
  { machine: 2, reader: 0 },
  ...Array.from({ length: 19 }, (): EyeOf => ({ machine: 2 })),
]

let voided: string
beforeAll(async () => {
  app = await testApp()
  await work(app)
  main = await makeAccount(app, { role: '3' })
  let last: Awaited<ReturnType<typeof signEyes>> | undefined
  for (const OD of RIGHT) last = await signEyes(app, main, { OD, OS: { machine: 0 } })
  // Void, superseded, of a deleted patient: none of them counts.
  const gone = await signEyes(app, main, { OD: { machine: 4 as const }, OS: { machine: 4 } })
  await succeed(app, voidReport, { report_id: gone.report_id, reason: '误签' }, asked())
  voided = gone.report_id
  const deleted = await signEyes(app, main, { OD: { machine: 4 }, OS: { machine: 4 } })
  await succeed(app, deletePatient, { pid: deleted.pid }, asked())
  // The last report is signed again, after the reader stated the stage that the machine had.
  if (!last) throw new Error('no report')
  const { analysis_record_id, body } = last
  await state(app, main, { analysis_record_id, image_index: 0, field: 'stage', value: 2 })
  const again = { ...body, diagnostic_opinion: '定期随访，三个月' }
  await succeed(app, createReport, again, asked())
  opened = await study(app, main)
})
afterAll(() => app.close())

const share = (
  hits: number,
  n: number,
  patients: number,
  value: number,
  low: number,
  high: number,
) => ({
  hits,
  n,
  patients,
  value,
  low,
  high,
  by: 'wilson',
})

describe('a study of signed reports', () => {
  test('has the figures that are worked out by hand', () => {
    const { figures } = opened
    expect(figures).toMatchObject({
      cases: 52,
      patients: 26,
      several: 26,
      failed: 0,
      ungradable: 0,
    })
    // Seven eyes were corrected, and one was stated as the machine had it.
    expect(figures?.stated).toEqual({ stage: 8, oedema: 0, glaucoma: 0 })
    const stage = figures?.questions[0]
    expect(stage?.unread).toBe(0)
    expect(stage?.sensitivity.told).toEqual(share(19, 21, 21, 0.905, 0.711, 0.973))
    expect(stage?.sensitivity.all).toEqual(share(19, 24, 24, 0.792, 0.595, 0.908))
    expect(stage?.ppv).toEqual(share(19, 20, 20, 0.95, 0.764, 0.991))
    expect(stage?.untold).toMatchObject({ hits: 4, n: 52, patients: 26, value: 0.077 })
    expect(stage?.untold_positive).toMatchObject({ hits: 3, n: 24 })
    expect(stage?.untold_negative).toMatchObject({ hits: 1, n: 28 })
    expect(stage?.specificity.told).toMatchObject({ hits: 26, n: 27, value: 0.963 })
    expect(stage?.specificity.all).toMatchObject({ hits: 26, n: 28, value: 0.929 })
    expect(stage?.npv).toMatchObject({ hits: 26, n: 28, value: 0.929 })
    expect(stage?.prevalence).toMatchObject({ hits: 24, n: 52, value: 0.462 })
    expect(figures?.confusion).toEqual([
      { reader: 0, told: 0, n: 26 },
      { reader: 0, told: 2, n: 1 },
      { reader: 0, told: null, n: 1 },
      { reader: 2, told: 0, n: 2 },
      { reader: 2, told: 2, n: 19 },
      { reader: 3, told: null, n: 3 },
    ])
    expect(figures?.same_stage).toMatchObject({ hits: 45, n: 48 })
    expect(figures?.versions).toEqual([{ networks: 'vessels 1.0.0 06317454ea9a', n: 52 }])
  })

  test('draws patients where both eyes of one stand together, and never says less than Wilson', () => {
    const stage = opened.figures?.questions[0]
    for (const [own, low, high] of [
      [stage?.specificity.told, 0.817, 0.993],
      [stage?.untold, 0.03, 0.182],
    ] as const) {
      expect(own?.by).toBe('patients')
      expect(own?.low).toBeLessThanOrEqual(low)
      expect(own?.high).toBeGreaterThanOrEqual(high)
    }
  })

  test('has an interval where all or none hit: Wilson’s of the patients, not of their eyes', () => {
    const oedema = opened.figures?.questions[1]
    expect(oedema?.specificity.told).toEqual(share(52, 52, 26, 1, 0.871, 1))
    expect(oedema?.untold).toEqual(share(0, 52, 26, 0, 0, 0.129))
  })

  test('shows no figure of too few patients', () => {
    const oedema = opened.figures?.questions[1]
    expect(oedema?.sensitivity.told).toEqual({
      hits: 0,
      n: 0,
      patients: 0,
      value: null,
      low: null,
      high: null,
      by: null,
    })
    const usable = opened.figures?.questions[0]?.groups.filter(({ by }) => by === 'device')
    expect(usable).toHaveLength(1)
  })

  test('has the area under the curve of the chances, and their bins', () => {
    const score = opened.figures?.score
    // Pairs of 24 x 28: by hand 0.9 (19), 0.5 (3), 0.1 (2) against 0.9 (1), 0.5 (1), 0.1 (26).
    const won = 19 * (27 + 0.5) + 3 * (26 + 0.5) + 2 * (26 * 0.5)
    expect(score?.auc?.value).toBe(Math.round((1000 * won) / (24 * 28)) / 1000)
    expect(score?.auc?.by).toBe('patients')
    expect(score?.bins.map(({ from, share: { hits, n } }) => [from, hits, n])).toEqual([
      [0.1, 2, 28],
      [0.5, 3, 4],
      [0.9, 19, 20],
    ])
    expect(score?.bins[1]?.share.value).toBeNull()
  })

  test('lists the cases in which reader and machine differ, and those not told', async () => {
    const { validation_id } = opened.study
    const listed = (only: InputOf<typeof listValidationRows>['only'], more = {}) =>
      succeed(app, listValidationRows, { validation_id, question: 'stage', only, ...more }, asked())
    const differ = await listed('differ')
    expect(differ.count).toBe(3)
    expect(
      differ.rows.map(({ eye, reader, machine }) => [eye, reader.stage, machine?.stage]).sort(),
    ).toEqual([
      ['OD', 0, 2],
      ['OD', 2, 0],
      ['OD', 2, 0],
    ])
    expect(differ.rows[0]?.filed?.rid).toMatch(/^[\da-f-]{36}$/)
    expect((await listed('untold')).count).toBe(4)
    const first = await listed('all', { size: 40 })
    expect([first.count, first.rows.length]).toEqual([52, 40])
    const rest = await listed('all', { size: 40, after: first.next })
    expect([rest.rows.length, rest.next]).toEqual([12, null])
  })

  test('goes out as a table of every case and as a PDF that says what it is, in both languages', async () => {
    const { validation_id } = opened.study
    const fetched = (path: string, body: object, language = 'zh-CN') =>
      fetch(new URL(path, app.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${main.token}`,
          'accept-language': language,
        },
        body: JSON.stringify(body),
      })
    const csv = await (await fetched(exportValidation.path, { validation_id })).text()
    const lines = csv.trim().split('\r\n')
    expect(lines).toHaveLength(53)
    expect(lines[0]).toContain('"阅片分级"')
    expect(csv).not.toContain('演示患者')
    expect(csv).not.toContain(voided)
    for (const lang of LANGUAGES) {
      const pdf = await fetched(printValidation.path, { validation_id, lang })
      expect(pdf.headers.get('content-type')).toBe('application/pdf')
      const text = pdfPages(Buffer.from(await pdf.arrayBuffer()))
        .join('')
        .replaceAll(/\s/g, '')
      const said = {
        'zh-CN': [
          ...['这是一致性，不是准确性', '90.5%(71.1–97.3)', '19/21', '不改变任何判定界值'],
          ...['ROC曲线', '实际阳性率'],
        ],
        en: [
          ...[
            'Thisisagreement,notaccuracy',
            '90.5%(71.1–97.3)',
            '19/24',
            'changesnodecisionthreshold',
          ],
          ...['ROCcurve', 'False-positiverate'],
        ],
      }
      for (const words of said[lang]) expect(text, lang).toContain(words)
    }
  })

  test('is repeated by the networks of today, beside its own figures', async () => {
    const { validation_id } = opened.study
    const again = await studied(app, main, () =>
      succeed(app, repeatValidation, { validation_id }, asked()),
    )
    expect(again.before?.study.validation_id).toBe(validation_id)
    expect(again.before?.figures).toEqual(opened.figures)
    // The pictures of this test are no eyes: the networks of today judge none of them.
    expect(again.figures).toMatchObject({ cases: 52, ungradable: 52 })
    expect(again.figures?.questions[0]?.untold).toMatchObject({ hits: 52, n: 52, value: 1 })
    expect(again.figures?.questions[0]?.prevalence).toEqual(
      opened.figures?.questions[0]?.prevalence,
    )
    expect(again.figures?.versions[0]?.networks).toMatch(/grading \d/)
    await succeed(app, removeValidation, { validation_id: again.study.validation_id }, asked())
    const { rows } = await succeed(app, listValidations, {}, asked())
    expect(rows.map((row) => row.validation_id)).toEqual([validation_id])
  })

  test('has the same figures when it is made anew', async () => {
    const second = await study(app, main, '同期')
    expect(second.figures).toEqual(opened.figures)
    await succeed(app, removeValidation, { validation_id: second.study.validation_id }, asked())
  })

  test('is on record: who started, looked, exported and removed', async () => {
    const { rows } = await succeed(app, listAudit, { size: 100 }, asked())
    const actions = new Set(rows.map(({ action }) => action))
    for (const action of ['start', 'open', 'export', 'remove', 'list'])
      expect(actions).toContain(`validation.${action}`)
  })
})

test('nobody else sees a study: neither another institution, nor a sub-account, nor an administrator', async () => {
  const { validation_id } = opened.study
  const other = await makeAccount(app, { role: '3' })
  for (const call of [openValidation, repeatValidation, removeValidation, exportValidation])
    expect((await app.call(call, { validation_id }, other)).error_code).toBe(ERROR.notFound)
  expect((await succeed(app, listValidations, {}, other)).rows).toEqual([])
  for (const who of [
    await makeAccount(app, { role: '4', oid: main.oid ?? '' }),
    await makeAccount(app, { role: '1' }),
  ])
    expect((await app.call(openValidation, { validation_id }, who)).error_code).not.toBe(0)
})

test('without a report that stands nothing is started', async () => {
  const other = await makeAccount(app, { role: '3' })
  const refused = await app.call(startValidation, { name: '空', ...todays() }, other)
  expect(refused.data).toMatchObject({
    fields: { start_date: '所选日期内没有有效的已签发眼底报告' },
  })
})
