import {
  closeQuestionnaire,
  ERROR,
  exportQuestionnaire,
  getQuestionnaire,
  keepAnswer,
  makeQuestionnaireLinks,
  openQuestionnaire,
  publishQuestionnaire,
  QUESTIONNAIRE,
  questionnaireResults,
  questionnaireTexts,
  submitAnswers,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import {
  fieldsOf,
  QUESTIONS,
  questionnaires,
  ownAddress,
  visitor,
  type Questionnaires,
} from '../../testing/questionnaire-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: SignedIn
let made: Questionnaires
beforeAll(async () => {
  app = await testApp()
  admin = await makeAccount(app, { role: '2' })
  made = questionnaires(app, admin)
})
afterAll(() => app.close())
beforeEach(() => made.clear())

describe('an answer', () => {
  test('is kept for its browser and found after a reload, and not by another', async () => {
    const version = await made.published()
    const browser = visitor(app)
    expect((await browser.open()).answers).toEqual([])
    expect(browser.cookie()).toBe('')
    const first = await browser.keep(version, 2, { choices: [1, 3] })
    const set = first.headers.get('set-cookie') ?? ''
    expect(set).toMatch(
      /^questionnaire=[\w-]{43};.*Path=\/v1\/questionnaire; HttpOnly; SameSite=Strict/,
    )
    await browser.keep(version, 3, { choices: [4] })
    await browser.keep(version, 2, { choices: [2] })
    await browser.keep(version, 3, {})
    expect((await browser.open()).answers).toEqual([
      { question_id: 2, choices: [2], cells: [], text: '' },
    ])
    expect((await visitor(app).open()).answers).toEqual([])
    const [row] = await app.context.db
      .selectFrom('questionnaire_answers')
      .selectAll()
      .where('version', '=', version)
      .execute()
    expect(JSON.stringify(row)).not.toContain(browser.cookie().split('=')[1])
  })

  test.each<[string, number, object, string, string]>([
    ['to a question that is not there', 77, { choices: [1] }, 'question_id', '本问卷没有这道题'],
    [
      'to a question that is not shown',
      4,
      { text: 'why' },
      'question_id',
      '按目前的回答，这道题不显示，不能作答',
    ],
    ['of another kind', 1, { text: 'yes' }, 'text', '答案与题型不符'],
    ['in cells to a scale', 3, { cells: [{ row: 1, choice: 1 }] }, 'cells', '答案与题型不符'],
    ['with an option that is not there', 1, { choices: [3] }, 'choices', '取值不在允许范围内'],
    ['with two of one', 1, { choices: [1, 2] }, 'choices', '最多选择1项'],
    ['with more than may be', 2, { choices: [1, 2, 3] }, 'choices', '最多选择2项'],
    ['with one twice', 2, { choices: [1, 1] }, 'choices', '取值不在允许范围内'],
    ['off the scale', 3, { choices: [6] }, 'choices', '取值不在允许范围内'],
    [
      'with a row that is not there',
      5,
      { cells: [{ row: 3, choice: 1 }] },
      'cells',
      '取值不在允许范围内',
    ],
    [
      'with a column that is not there',
      5,
      { cells: [{ row: 1, choice: 3 }] },
      'cells',
      '取值不在允许范围内',
    ],
    [
      'with a row twice',
      5,
      {
        cells: [
          { row: 1, choice: 1 },
          { row: 1, choice: 2 },
        ],
      },
      'cells',
      '每行只能选一项',
    ],
    ['longer than any text', 4, { text: '长'.repeat(1001) }, 'text', '不超过1000个字符'],
  ])('%s is refused by its field', async (_, question_id, answer, field, msg) => {
    const version = await made.published()
    const refused = await visitor(app).keep(version, question_id, answer)
    expect([refused.status, refused.error_code]).toEqual([202, 1001])
    expect(fieldsOf(refused)).toEqual({ [field]: msg })
  })

  test('longer than its question allows is refused, once the question is shown', async () => {
    const version = await made.published()
    const browser = visitor(app)
    await browser.keep(version, 1, { choices: [2] })
    const refused = await browser.keep(version, 4, { text: '长'.repeat(21) })
    expect(fieldsOf(refused)).toEqual({ text: '不超过20个字符' })
    expect((await browser.keep(version, 4, { text: '长'.repeat(20) })).error_code).toBe(0)
  })

  test('that was kept and not handed in goes after thirty days', async () => {
    const version = await made.published()
    const old = visitor(app)
    await old.keep(version, 1, { choices: [1] })
    app.advance(31 * 86_400)
    await visitor(app).keep(version, 1, { choices: [1] })
    expect((await old.open()).answers).toEqual([])
    app.advance(-31 * 86_400)
  })
})

describe('what is handed in', () => {
  test('has every required answer that is shown, and nothing that is not', async () => {
    const version = await made.published()
    const browser = visitor(app)
    expect(fieldsOf(await browser.submit(version))).toEqual({ 'answers.1': '此项不能为空' })
    await browser.keep(version, 1, { choices: [2] })
    expect(fieldsOf(await browser.submit(version))).toEqual({ 'answers.4': '此项不能为空' })
    await browser.keep(version, 4, { text: '因为' })
    await browser.keep(version, 1, { choices: [1] })
    expect((await browser.submit(version)).error_code).toBe(0)
    const { results } = await succeed(app, questionnaireResults, { version }, admin)
    expect(results.map(({ answered }) => answered)).toEqual([1, 0, 0, 0, 0])
  })

  test('answers every row of a required matrix, and at least one question', async () => {
    const version = await made.published([{ ...QUESTIONS.matrix, required: true }, QUESTIONS.scale])
    const browser = visitor(app)
    await browser.keep(version, 1, { cells: [{ row: 1, choice: 1 }] })
    expect(fieldsOf(await browser.submit(version))).toEqual({ 'answers.1': '此项不能为空' })
    await succeed(app, closeQuestionnaire, { version }, admin)
    const free = await made.published([QUESTIONS.scale])
    expect(fieldsOf(await visitor(app).submit(free))).toEqual({ answers: '请至少回答一道题' })
  })

  test('is handed in once by a browser, also by two tabs at the same moment', async () => {
    const version = await made.published()
    const browser = visitor(app)
    await browser.keep(version, 1, { choices: [1] })
    const both = await Promise.all([
      browser.submit(version),
      browser.submit(version),
      browser.submit(version),
    ])
    expect(both.map(({ error_code }) => error_code).sort()).toEqual([0, 1003, 1003])
    expect((await browser.open()).state).toBe('answered')
    const after = await browser.keep(version, 1, { choices: [2] })
    expect([after.error_code, after.msg]).toEqual([1003, '本浏览器或链接已提交过这份问卷'])
    const { version: shown } = await succeed(app, questionnaireResults, { version }, admin)
    expect(shown.answered).toBe(1)
    const changing = app.context.db.updateTable('questionnaire_answers').set({ answers: '[]' })
    await expect(changing.where('version', '=', version).execute()).rejects.toThrow(
      'kept as they are',
    )
  })

  test('is at most so much from one address of the network in an hour', async () => {
    const version = await made.published()
    const { count } = QUESTIONNAIRE.submits
    const browser = visitor(app)
    await browser.keep(version, 2, { choices: [1] })
    expect((await browser.submit(version)).error_code).toBe(1001)
    await sql`update throttles set points = ${count}`.execute(app.context.db)
    const refused = await browser.submit(version)
    expect([refused.status, refused.error_code]).toEqual([202, 1008])
    await sql`delete from throttles`.execute(app.context.db)
  })
})

describe('answers without end', () => {
  test('are begun by a limited number of browsers at one address in an hour, and a browser that began goes on', async () => {
    const version = await made.published()
    const { count } = QUESTIONNAIRE.begins
    const browser = visitor(app)
    await browser.keep(version, 2, { choices: [1] })
    await sql`update throttles set points = ${count}`.execute(app.context.db)
    const headers = browser.address
    const next = await app.call(keepAnswer, { version, question_id: 2, choices: [1] }, { headers })
    expect([next.status, next.error_code]).toEqual([202, 1008])
    expect((await browser.keep(version, 3, { choices: [4] })).error_code).toBe(0)
    expect((await visitor(app).keep(version, 2, { choices: [1] })).error_code).toBe(0)
    const { count: kept } = await app.context.db
      .selectFrom('questionnaire_answers')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    expect(Number(kept)).toBe(2)
    await sql`delete from throttles`.execute(app.context.db)
  })

  test('are kept of a version up to a number, and who began goes on', async () => {
    const version = await made.published()
    const browser = visitor(app)
    await browser.keep(version, 1, { choices: [1] })
    await sql`insert into questionnaire_answers (answer_id, version, browser, updated_at)
      select gen_random_uuid(), ${version}, sha256(n::text::bytea), now()
      from generate_series(2, ${QUESTIONNAIRE.kept}) as n`.execute(app.context.db)
    const late = await visitor(app).keep(version, 2, { choices: [1] })
    expect([late.error_code, late.msg]).toEqual([
      ERROR.limitReached,
      '这份问卷收到的答案已达上限（50000份），不再接收新的答案',
    ])
    expect((await browser.submit(version)).error_code).toBe(0)
  })
})

describe('results', () => {
  test('are counted by question, listed in words and exported without a formula', async () => {
    const version = await made.published()
    const say = async (answers: [number, object][]) => {
      const browser = visitor(app)
      for (const [question_id, answer] of answers) await browser.keep(version, question_id, answer)
      expect((await browser.submit(version)).error_code).toBe(0)
    }
    await say([
      [1, { choices: [2] }],
      [2, { choices: [2, 3] }],
      [3, { choices: [5] }],
      [4, { text: '=1+1' }],
      [5, { cells: [{ row: 1, choice: 2 }] }],
    ])
    await say([
      [1, { choices: [2] }],
      [2, { choices: [2] }],
      [4, { text: '第二份' }],
    ])
    const { results } = await succeed(app, questionnaireResults, { version }, admin)
    expect(results).toEqual([
      { question_id: 1, answered: 2, choices: [{ choice: 2, count: 2 }], cells: [] },
      {
        question_id: 2,
        answered: 2,
        choices: expect.arrayContaining([
          { choice: 2, count: 2 },
          { choice: 3, count: 1 },
        ]) as unknown,
        cells: [],
      },
      { question_id: 3, answered: 1, choices: [{ choice: 5, count: 1 }], cells: [] },
      { question_id: 4, answered: 2, choices: [], cells: [] },
      { question_id: 5, answered: 1, choices: [], cells: [{ row: 1, choice: 2, count: 1 }] },
    ])
    const texts = await succeed(
      app,
      questionnaireTexts,
      { version, question_id: 4, size: 1 },
      admin,
    )
    expect(texts).toMatchObject({ total_count: 2, rows: [{ text: '第二份' }] })
    const file = await fetch(`${app.url}${exportQuestionnaire.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${admin.token}`,
        'accept-language': 'en',
      },
      body: JSON.stringify({ version }),
    })
    const lines = (await file.text()).split('\r\n')
    expect(lines[0]).toBe(
      '"Day","1. single","2. multiple","3. scale","4. text","5. matrix: r1","5. matrix: r2"',
    )
    expect(lines[1]?.slice(13)).toBe(`"no","'=b; c",5,"'=1+1","y",""`)
    expect(lines[2]?.slice(13)).toBe(`"no","'=b","","第二份","",""`)
    const log = await app.context.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', String(version))
      .where('target_type', '=', 'questionnaire')
      .where('uid', '=', admin.uid)
      .execute()
    expect(new Set(log.map(({ action }) => action))).toEqual(
      new Set([
        'questionnaire.begin',
        'questionnaire.change',
        'questionnaire.publish',
        'questionnaire.results',
        'questionnaire.export',
      ]),
    )
  })
})

describe('a link', () => {
  const makeLinks = async (version: number, count: number) => {
    const answered = await fetch(`${app.url}${makeQuestionnaireLinks.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version, count }),
    })
    const lines = (await answered.text()).trim().split('\r\n')
    return lines.map((line) => new URL(line).hash.split('?link=')[1] ?? '')
  }
  const answerBy = async (version: number, link: string) => {
    const answer = { question_id: 1, choices: [1] }
    const from = { headers: ownAddress() }
    const kept = await app.call(keepAnswer, { version, link, ...answer }, from)
    const handed = await app.call(submitAnswers, { version, link }, from)
    return [kept.error_code, handed.error_code, kept.headers.get('set-cookie')]
  }
  const openBy = async (link?: string) =>
    (
      await succeed(app, getQuestionnaire, link === undefined ? {} : { link }, {
        headers: ownAddress(),
      })
    ).state

  test('takes answers once, from whatever browser, and is kept as a hash alone', async () => {
    const version = await made.published()
    const [first = '', second = ''] = await makeLinks(version, 2)
    expect(await openBy(first)).toBe('open')
    expect(await answerBy(version, first)).toEqual([0, 0, null])
    expect(await answerBy(version, first)).toEqual([1003, 1003, null])
    expect([await openBy(first), await openBy(second)]).toEqual(['answered', 'open'])
    const answers = await Promise.all([1, 2, 3].map(() => answerBy(version, second)))
    expect(answers.filter(([, handed]) => handed === 0)).toHaveLength(1)
    const { links, answered } = await succeed(app, openQuestionnaire, { version }, admin)
    expect([links, answered]).toEqual([2, 2])
    const rows = await app.context.db.selectFrom('questionnaire_links').select('link').execute()
    expect(rows.some(({ link }) => link.toString().includes(first))).toBe(false)
  })

  test('is needed where the version is published for links alone, and is of its version alone', async () => {
    const before = await made.published()
    const [old = ''] = await makeLinks(before, 1)
    const { version, revision } = await made.draftOf(Object.values(QUESTIONS))
    await succeed(app, publishQuestionnaire, { version, revision, links_only: true }, admin)
    expect(await openBy()).toBe('link_needed')
    expect((await visitor(app).keep(version, 1, { choices: [1] })).error_code).toBe(1003)
    expect([await openBy(old), await openBy('guessed')]).toEqual(['link_unknown', 'link_unknown'])
    expect(await answerBy(version, old)).toEqual([1003, 1003, null])
    const [link = ''] = await makeLinks(version, 1)
    expect(await answerBy(version, link)).toEqual([0, 0, null])
    const closed = await app.call(makeQuestionnaireLinks, { version: before, count: 1 }, admin)
    expect(closed.error_code).toBe(1003)
  })
})
