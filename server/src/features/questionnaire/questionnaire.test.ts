import {
  beginQuestionnaire,
  closeQuestionnaire,
  deleteQuestion,
  deleteQuestionnaire,
  getQuestionnaire,
  listQuestionnaires,
  openQuestionnaire,
  orderQuestions,
  publishQuestionnaire,
  QUESTIONNAIRE,
  questionnaireInfo,
  questionnaireResults,
  setQuestion,
  setQuestionnaireInfo,
  setQuestionnaireText,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import {
  both,
  fieldsOf,
  options,
  QUESTIONS,
  questionnaires,
  visitor,
  type Questionnaires,
} from '../../testing/questionnaire-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { passwordMatches } from '../credentials/passwords.ts'

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

describe('the account of the questionnaire', () => {
  test('is shown without its password, which is kept as a hash', async () => {
    expect(await succeed(app, questionnaireInfo, {}, admin)).toEqual({
      account: null,
      password: null,
      set_at: null,
    })
    const given = { account: '演示账号', password: 'Secret-2026' }
    const set = await app.call(setQuestionnaireInfo, given, admin)
    expect(set.data).toMatchObject({ account: '演示账号', password: null })
    expect(JSON.stringify(set)).not.toContain(given.password)
    const [row] = await app.context.db.selectFrom('questionnaire_account').selectAll().execute()
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
    expect(await passwordMatches(row?.password_hash ?? null, given.password)).toBe(true)
    const other = await makeAccount(app, { role: '1' })
    await succeed(app, setQuestionnaireInfo, { ...given, account: 'second' }, other)
    const read = await app.call(questionnaireInfo, {}, admin)
    expect(read.data).toMatchObject({ account: 'second', password: null })
  })

  test.each(['account', 'password'])('needs its %s', async (field) => {
    const body = { account: 'a', password: 'Secret-2026', [field]: '' }
    const refused = await app.call(setQuestionnaireInfo, body, admin)
    expect([refused.status, refused.error_code]).toEqual([202, 1001])
    expect(fieldsOf(refused)).toEqual({ [field]: '此项不能为空' })
  })
})

describe('a draft', () => {
  test('of a fresh platform has no question, visitors see none, and their limit is their own', async () => {
    const fresh = await testApp()
    const by = await makeAccount(fresh, { role: '1' })
    expect((await succeed(fresh, listQuestionnaires, {}, by)).rows).toEqual([])
    expect(await succeed(fresh, getQuestionnaire, {})).toEqual({
      state: 'none',
      questionnaire: null,
      answers: [],
    })
    const { version } = await succeed(fresh, beginQuestionnaire, {}, by)
    const empty = await fresh.call(publishQuestionnaire, { version, revision: 1 }, by)
    expect([empty.error_code, empty.msg]).toEqual([1003, '请先添加题目'])
    expect((await succeed(fresh, getQuestionnaire, {})).state).toBe('none')

    // An address that calls without end is stopped, and who works at the same address is not.
    const statuses = new Set<number>()
    await Promise.all(
      Array.from({ length: 10 * QUESTIONNAIRE.perSecond }, async () =>
        statuses.add((await fresh.call(getQuestionnaire, {})).status),
      ),
    )
    expect([...statuses].sort()).toEqual([200, 429])
    expect((await fresh.call(listQuestionnaires, {}, by)).status).toBe(200)
    await fresh.close()
  })

  test('is one at a time, also for two who begin at once', async () => {
    const begun = await Promise.all([
      app.call(beginQuestionnaire, {}, admin),
      app.call(beginQuestionnaire, {}, admin),
    ])
    expect(begun.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
  })

  test('is not changed by whoever has not seen its last change', async () => {
    const { version, revision } = await made.draftOf([QUESTIONS.single])
    const text = { version, revision, title: both('t'), intro: both('i') }
    expect((await succeed(app, setQuestionnaireText, text, admin)).title).toEqual(both('t'))
    const late = await app.call(setQuestionnaireText, text, admin)
    expect([late.error_code, late.msg]).toEqual([1003, '问卷已被他人修改，请刷新后再改'])
  })

  test.each<[string, object, string]>([
    ['without a title', { ...QUESTIONS.single, title: { 'zh-CN': '', en: 'x' } }, 'title.zh-CN'],
    ['without English', { ...QUESTIONS.single, title: { 'zh-CN': 'x' } }, 'title.en'],
    ['of an unknown kind', { ...QUESTIONS.single, kind: 'ranking' }, 'kind'],
    ['with one option', { ...QUESTIONS.single, options: options('a') }, 'options'],
    [
      'with an id twice',
      { ...QUESTIONS.single, options: [...options('a'), ...options('b')] },
      'options',
    ],
    ['with a scale that ends early', { ...QUESTIONS.scale, to: 1 }, 'to'],
    ['with a text without end', { ...QUESTIONS.text, max_chars: 1001 }, 'max_chars'],
    ['with no row', { ...QUESTIONS.matrix, rows: [] }, 'rows'],
    ['with a field of another kind', { ...QUESTIONS.scale, options: options('a', 'b') }, 'options'],
    [
      'shown by itself',
      { ...QUESTIONS.scale, show_if: { question_id: 2, any_of: [1] } },
      'show_if',
    ],
    [
      'shown by an option that is not there',
      { ...QUESTIONS.scale, show_if: { question_id: 1, any_of: [3] } },
      'show_if',
    ],
  ])('takes no question %s', async (_, question, field) => {
    const { version, revision } = await made.draftOf([QUESTIONS.single])
    const refused = await app.call(setQuestion, { version, revision, question }, admin)
    expect([refused.status, refused.error_code]).toEqual([202, 1001])
    expect(Object.keys(fieldsOf(refused) ?? {})).toEqual([`question.${field}`])
  })

  test('keeps every condition whole: what it asks for stays, and stays before it', async () => {
    const { version, revision } = await made.draftOf([
      QUESTIONS.scale,
      QUESTIONS.single,
      {
        ...QUESTIONS.text,
        show_if: { question_id: 2, any_of: [1] },
      },
    ])
    const edited = { version, revision }
    const broken = [1003, '第3题的显示条件将不再成立，请先修改该条件']
    const early = await app.call(orderQuestions, { ...edited, question_ids: [1, 3, 2] }, admin)
    expect([early.error_code, early.msg]).toEqual(broken)
    const gone = await app.call(deleteQuestion, { ...edited, question_id: 2 }, admin)
    expect([gone.error_code, gone.msg]).toEqual(broken)
    const question = {
      ...QUESTIONS.single,
      options: options('yes', 'no')
        .slice(1)
        .concat({ id: 9, text: both('?') }),
    }
    const changed = await app.call(setQuestion, { ...edited, question_id: 2, question }, admin)
    expect([changed.error_code, changed.msg]).toEqual(broken)
    const moved = await succeed(app, orderQuestions, { ...edited, question_ids: [2, 3, 1] }, admin)
    expect(moved.questions.map(({ question_id }) => question_id)).toEqual([2, 3, 1])
    for (const question_ids of [
      [2, 3],
      [2, 3, 3],
      [2, 3, 1, 4],
    ]) {
      const partial = await app.call(
        orderQuestions,
        { version, revision: revision + 1, question_ids },
        admin,
      )
      expect(fieldsOf(partial)).toEqual({ question_ids: '须列出全部题目，每题一次' })
    }
  })

  test('has forty questions at most', async () => {
    const { version, revision, questions } = await made.draftOf([QUESTIONS.single])
    const [first] = questions
    const many = Array.from({ length: QUESTIONNAIRE.questions }, (_, at) => ({
      ...first,
      question_id: at + 1,
    }))
    await app.context.db
      .updateTable('questionnaires')
      .set({ questions: JSON.stringify(many) })
      .where('version', '=', version)
      .execute()
    const refused = await app.call(
      setQuestion,
      { version, revision, question: QUESTIONS.single },
      admin,
    )
    expect([refused.error_code, refused.msg]).toEqual([1006, '最多40道题'])
  })
})

describe('a published version', () => {
  test('is never changed or removed, by no call and by no query', async () => {
    const version = await made.published()
    const edited = { version, revision: 1 }
    for (const refused of [
      await app.call(
        setQuestionnaireText,
        { ...edited, title: both('t'), intro: both('i') },
        admin,
      ),
      await app.call(setQuestion, { ...edited, question: QUESTIONS.single }, admin),
      await app.call(deleteQuestion, { ...edited, question_id: 1 }, admin),
      await app.call(orderQuestions, { ...edited, question_ids: [] }, admin),
      await app.call(publishQuestionnaire, edited, admin),
      await app.call(deleteQuestionnaire, { version }, admin),
    ])
      expect([refused.error_code, refused.msg]).toEqual([1003, '已发布的问卷不能修改，请新建版本'])
    const { db } = app.context
    const of = db.updateTable('questionnaires').where('version', '=', version)
    await expect(of.set({ questions: '[]' }).execute()).rejects.toThrow('kept as it is')
    await expect(of.set({ status: 'draft' }).execute()).rejects.toThrow('kept as it is')
    const removing = db.deleteFrom('questionnaires').where('version', '=', version)
    await expect(removing.execute()).rejects.toThrow('kept as it is')
  })

  test('keeps its answers when a new version takes its place, which begins with its questions', async () => {
    const first = await made.published([QUESTIONS.single])
    const browser = visitor(app)
    await browser.keep(first, 1, { choices: [1] })
    expect((await browser.submit(first)).error_code).toBe(0)
    const late = visitor(app)
    await late.keep(first, 1, { choices: [1] })

    const { version } = await succeed(app, beginQuestionnaire, {}, admin)
    const draft = await succeed(app, openQuestionnaire, { version }, admin)
    expect(draft.questions).toHaveLength(1)
    const question = { ...QUESTIONS.single, options: options('other', 'words') }
    const { revision } = await succeed(
      app,
      setQuestion,
      { version, revision: draft.revision, question_id: 1, question },
      admin,
    )
    await succeed(app, publishQuestionnaire, { version, revision }, admin)

    const refused = await late.submit(first)
    expect([refused.error_code, refused.msg]).toEqual([1003, '问卷已结束，不再接收答案'])
    expect(await late.open()).toMatchObject({
      state: 'open',
      answers: [],
      questionnaire: { version },
    })
    const { results, version: shown } = await succeed(
      app,
      questionnaireResults,
      { version: first },
      admin,
    )
    expect(shown).toMatchObject({
      status: 'closed',
      answered: 1,
      questions: [{ options: options('yes', 'no') }],
    })
    expect(results).toEqual([
      { question_id: 1, answered: 1, choices: [{ choice: 1, count: 1 }], cells: [] },
    ])
    expect((await succeed(app, questionnaireResults, { version }, admin)).version.answered).toBe(0)
    expect((await browser.open()).state).toBe('open')
  })

  test('that is closed says so, and takes nothing more', async () => {
    const version = await made.published()
    const browser = visitor(app)
    await browser.keep(version, 1, { choices: [1] })
    await succeed(app, closeQuestionnaire, { version }, admin)
    expect(await browser.open()).toEqual({ state: 'closed', questionnaire: null, answers: [] })
    for (const refused of [
      await browser.keep(version, 1, { choices: [2] }),
      await browser.submit(version),
    ])
      expect([refused.error_code, refused.msg]).toEqual([1003, '问卷已结束，不再接收答案'])
    const again = await app.call(closeQuestionnaire, { version }, admin)
    expect([again.error_code, again.msg]).toEqual([1003, '该版本不在进行中'])
    const kept = app.context.db.selectFrom('questionnaire_answers').selectAll()
    expect(await kept.where('version', '=', version).execute()).toEqual([])
  })

  test('nobody has published, or that is not there, is missing for administrators', async () => {
    for (const call of [
      openQuestionnaire,
      closeQuestionnaire,
      deleteQuestionnaire,
      questionnaireResults,
    ])
      expect((await app.call(call, { version: 9999 }, admin)).error_code).toBe(1002)
  })
})
