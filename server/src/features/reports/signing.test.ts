import {
  checkReportLetters,
  createReport,
  dropReportDraft,
  getReport,
  institutionInfo,
  keepReportDraft,
  listReportDrafts,
  listReports,
  reportDrafts,
  setInstitutionInfo,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  analysed,
  drawnPhotograph,
  makeArchive,
  makePatient,
  state,
  work,
} from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { rememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
let by: SignedIn
let colleague: SignedIn
let pid: string
let image_id: string
let analysis_id: string
beforeAll(async () => {
  app = await testApp()
  await work(app, rememberingModels())
  main = await makeAccount(app, { role: '3' })
  const oid = main.oid ?? ''
  by = await signIn(app, await addAccount(app, { role: '4', oid }))
  colleague = await signIn(app, await addAccount(app, { role: '4', oid }))
  pid = await makePatient(app, by, { name: '演示患者签' })
  image_id = await makeArchive(app, by, pid, [await drawnPhotograph()])
  analysis_id = (await analysed(app, by, image_id)).anal_id
})
afterAll(() => app.close())

type Wish = Partial<InputOf<typeof createReport>>
const sign = (wish: Wish, who: SignedIn = by) => {
  const fixed = { patient_id: pid, analysis_id, analysis_type: '1', image_index: 0 } as const
  const body = { uid: who.uid, ...fixed, diagnostic_opinion: '定期随访', ...wish }
  return app.call(createReport, body, { token: who.token })
}
const keep = (diagnostic_opinion: string, version?: number, who: SignedIn = by) =>
  app.call(
    keepReportDraft,
    { image_id, image_index: 0, diagnostic_opinion, version },
    { token: who.token },
  )
const draftsOf = async (who: SignedIn = by) =>
  (await succeed(app, reportDrafts, { image_id }, { token: who.token })).drafts
const codes = (answers: readonly { error_code: number }[]) =>
  answers.map(({ error_code }) => error_code).sort()

describe('a draft of a report', () => {
  test('is kept with its version, seen by the institution, and signed as it was seen', async () => {
    const { data: begun } = await keep('三个月后复查')
    expect(begun.version).toBe(1)
    const { data: kept } = await keep('六个月后复查', 1)
    expect(kept).toEqual({ draft_id: begun.draft_id, version: 2 })
    const [seen] = await draftsOf(colleague)
    expect(seen).toMatchObject({
      diagnostic_opinion: '六个月后复查',
      version: 2,
      fellow_index: null,
    })
    const { rows } = await succeed(app, listReportDrafts, {}, { token: colleague.token })
    expect(rows).toMatchObject([{ name: '演示患者签', image_id, diagnosis_class: '1' }])

    const stale = await sign({ draft_id: kept.draft_id, version: 1 })
    expect([stale.error_code, stale.msg]).toEqual([
      1003,
      '草稿已被他人修改、签发或删除，请重新查看',
    ])
    const signed = await sign({ ...kept, supersedes: '', diagnostic_opinion: '六个月后复查' })
    expect(signed.error_code).toBe(0)
    expect(await draftsOf()).toEqual([])
    // The same person who asks again, after a dropped line, gets the same report.
    const again = await sign({ ...kept, supersedes: '', diagnostic_opinion: '六个月后复查' })
    expect(again.data).toEqual(signed.data)
    // So does one who wrote the same text anew; the draft of it does not stay behind.
    const { data: anew } = await keep('六个月后复查')
    const third = await sign({ ...anew, diagnostic_opinion: '六个月后复查' })
    expect(third.data).toEqual(signed.data)
    expect(await draftsOf()).toEqual([])
  })

  test('that somebody else changed is not overwritten unseen: the answer says what is stored', async () => {
    const { data } = await keep('甲', undefined)
    expect((await keep('乙', 1, colleague)).error_code).toBe(0)
    for (const version of [undefined, 1]) {
      const refused = await keep('丙', version)
      expect(refused).toMatchObject({
        status: 202,
        error_code: 1003,
        data: { stored: { draft_id: data.draft_id, diagnostic_opinion: '乙', version: 2 } },
      })
    }
    await succeed(app, dropReportDraft, { draft_id: data.draft_id }, { token: by.token })
    expect(await draftsOf()).toEqual([])
  })

  test('begun by two at once is one', async () => {
    const both = await Promise.all([keep('甲'), keep('乙', undefined, colleague)])
    expect(codes(both)).toEqual([0, 1003])
    expect(await draftsOf()).toHaveLength(1)
  })

  test('signed by two at once is signed by one of them', async () => {
    const [draft] = await draftsOf()
    if (!draft) throw new Error('no draft')
    const { draft_id, version, diagnostic_opinion } = draft
    const wish = { draft_id, version, diagnostic_opinion }
    const both = await Promise.all([sign(wish), sign(wish, colleague)])
    expect(codes(both)).toEqual([0, 1003])
    expect(await draftsOf()).toEqual([])
  })

  test('is refused too long, of another photograph, another institution or nobody', async () => {
    expect((await keep('长'.repeat(4001))).error_code).toBe(1001)
    const stranger = await makeAccount(app, { role: '4' })
    expect((await keep('甲', undefined, stranger)).error_code).toBe(1002)
    const token = { token: by.token }
    const elsewhere = { image_id, image_index: 7, diagnostic_opinion: '甲' }
    expect((await app.call(keepReportDraft, elsewhere, token)).error_code).toBe(1002)
    const { draft_id } = (await keep('甲')).data
    const theirs = { token: stranger.token }
    expect((await app.call(dropReportDraft, { draft_id }, theirs)).error_code).toBe(1002)
    expect((await succeed(app, listReportDrafts, {}, theirs)).rows).toEqual([])
    await succeed(app, dropReportDraft, { draft_id }, token)
    expect((await app.call(dropReportDraft, { draft_id }, token)).error_code).toBe(1002)
  })
})

describe('a report that is signed', () => {
  test('takes the place only of the one that the signer knows', async () => {
    const first = (await sign({ diagnostic_opinion: '第一版' })).data.report_id
    const second = await sign({ diagnostic_opinion: '第二版', supersedes: first })
    expect(second.error_code).toBe(0)
    for (const supersedes of [first, '']) {
      const refused = await sign({ diagnostic_opinion: '第三版', supersedes })
      expect([refused.error_code, refused.msg]).toEqual([1003, '已有更新的报告，请查看后再签发'])
    }
    const known = second.data.report_id
    const both = await Promise.all(
      [by, colleague].map((who) =>
        sign({ diagnostic_opinion: `第三版 ${who.uid}`, supersedes: known }, who),
      ),
    )
    expect(codes(both)).toEqual([0, 1003])
  })

  test('while the eye is corrected has the eye before or after it, in every part', async () => {
    const eye = { analysis_record_id: analysis_id, field: 'eye', value: 'OS' }
    const [signed] = await Promise.all([
      sign({ diagnostic_opinion: '更正时签发' }),
      state(app, colleague, eye),
    ])
    const asked = { report_id: signed.data.report_id, diagnosis_class: '1' as const }
    const { report_data } = await succeed(app, getReport, asked, { token: by.token })
    expect(report_data.outcomes.map((outcome) => outcome.eye)).toEqual([report_data.eye])
  })
})

describe('before a report is signed', () => {
  const check = (diagnostic_opinion: string, who = by) => {
    const body = { patient_id: pid, analysis_id, analysis_type: '1', image_index: 0 } as const
    return app.call(checkReportLetters, { ...body, diagnostic_opinion }, { token: who.token })
  }

  test('the characters are named that its PDF cannot print, and no others', async () => {
    expect((await check('𠮷先生、ئابدۇللا：随访')).data).toEqual({ missing: [] })
    const missing = [{ character: '\u{31350}', code: 'U+31350' }]
    expect((await check('李\u{31350}随访')).data).toEqual({ missing })
  })

  test('nobody else asks for it', async () => {
    expect((await check('随访', await makeAccount(app, { role: '4' }))).error_code).toBe(1002)
  })
})

describe('an institution that asks for the password at signing', () => {
  const ask = async (sign_password: boolean) => {
    const token = { token: main.token }
    const before = await succeed(app, institutionInfo, { uid: main.uid }, token)
    const { oid, name, shortName, describes, contact, phone, areaId, address } = before
    const given = {
      oid,
      name,
      shortName,
      describes: describes || '-',
      contact,
      phone,
      areaId,
      address,
    }
    await succeed(app, setInstitutionInfo, { ...given, sign_password }, token)
    return (await succeed(app, institutionInfo, { uid: main.uid }, token)).sign_password
  }

  test('has no report signed without it, or with a wrong one, and five wrong ones wait', async () => {
    expect(await ask(true)).toBe(true)
    const { sign_password } = await succeed(app, reportDrafts, { image_id }, { token: by.token })
    expect(sign_password).toBe(true)
    const none = await sign({ diagnostic_opinion: '口令' })
    expect(none).toMatchObject({ error_code: 1001, data: { fields: { password: '此项不能为空' } } })
    const given = (password: string) => sign({ diagnostic_opinion: '口令', password })
    expect((await given(by.password)).error_code).toBe(0)
    for (let n = 0; n < 5; n++)
      expect(await given('wrong-horse1')).toMatchObject({ error_code: 1004, msg: '密码错误' })
    expect((await given(by.password)).error_code).toBe(1008)
    expect((await sign({ password: colleague.password }, colleague)).error_code).toBe(0)
    expect(await ask(false)).toBe(false)
    expect((await sign({ diagnostic_opinion: '无口令' })).error_code).toBe(0)
  })
})

describe('the list of reports', () => {
  const listed = async (filter: InputOf<typeof listReports>) =>
    succeed(app, listReports, { size: 100, ...filter }, { token: by.token })

  test('is filtered by state, author, stage and day, each by itself', async () => {
    const { rows, total_count, authors } = await listed({})
    expect(authors.map(({ uid }) => uid).sort()).toEqual([by.uid, colleague.uid].sort())
    const numbers = (of: typeof rows) => of.map(({ report_no }) => report_no)
    for (const state of ['signed', 'superseded', 'void'] as const) {
      const wanted = rows.filter((row) => row.state === state)
      expect(numbers((await listed({ state })).rows)).toEqual(numbers(wanted))
    }
    expect(rows.filter(({ state }) => state === 'signed')).toHaveLength(1)
    const [mine, theirs] = await Promise.all(
      [by, colleague].map(async ({ uid }) => (await listed({ clinician: uid })).total_count),
    )
    expect((mine ?? 0) + (theirs ?? 0)).toBe(total_count)
    expect(theirs).toBeGreaterThan(0)
    for (const stage of [0, 1, 2, 3, 4] as const) {
      const wanted = rows.filter((row) => row.outcomes[0]?.stage === stage)
      expect(numbers((await listed({ stage })).rows)).toEqual(numbers(wanted))
    }
    expect((await listed({ referral: 'none', stage: 4 })).total_count).toBe(0)
    expect((await listed({ end_date: '2020-01-01' })).total_count).toBe(0)
    expect((await listed({ start_date: '2020-01-01' })).total_count).toBe(total_count)
    const turned = { start_date: '2021-01-01', end_date: '2020-01-01' }
    const refused = await app.call(listReports, turned, { token: by.token })
    expect(refused.error_code).toBe(1001)
  })
})
