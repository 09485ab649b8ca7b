import {
  beginQuestionnaire,
  closeQuestionnaire,
  deleteQuestion,
  deleteQuestionnaire,
  getQuestionnaire,
  keepAnswer,
  listQuestionnaires,
  openQuestionnaire,
  publishQuestionnaire,
  setQuestion,
  submitAnswers,
  type Call,
  type InputOf,
  type NewQuestion,
  type WholeVersion,
} from '@mingmou/contract'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'

export const both = (text: string) => ({ 'zh-CN': text, en: text })
export const options = (...texts: string[]) =>
  texts.map((text, id) => ({ id: id + 1, text: both(text) }))
const plain = { required: false, show_if: null }
export const QUESTIONS = {
  single: {
    kind: 'single',
    title: both('single'),
    ...plain,
    required: true,
    options: options('yes', 'no'),
  },
  multiple: {
    kind: 'multiple',
    title: both('multiple'),
    ...plain,
    most: 2,
    options: options('a', '=b', 'c'),
  },
  scale: {
    kind: 'scale',
    title: both('scale'),
    ...plain,
    from: 1,
    to: 5,
    low: both('bad'),
    high: both('good'),
  },
  text: {
    kind: 'text',
    title: both('text'),
    required: true,
    max_chars: 20,
    show_if: { question_id: 1, any_of: [2] },
  },
  matrix: {
    kind: 'matrix',
    title: both('matrix'),
    ...plain,
    rows: options('r1', 'r2'),
    options: options('x', 'y'),
  },
} as const satisfies Record<string, NewQuestion>

export type Questionnaires = ReturnType<typeof questionnaires>

/** Makes versions of the questionnaire as an administrator does. */
export function questionnaires(app: TestApp, admin: SignedIn) {
  /** A draft with these questions, which are 1, 2, ... in their order. */
  async function draftOf(questions: readonly NewQuestion[]): Promise<WholeVersion> {
    const { version } = await succeed(app, beginQuestionnaire, {}, admin)
    let draft = await succeed(app, openQuestionnaire, { version }, admin)
    for (const { question_id } of draft.questions.toReversed()) {
      const { revision } = draft
      draft = await succeed(app, deleteQuestion, { version, revision, question_id }, admin)
    }
    for (const question of questions) {
      const { revision } = draft
      draft = await succeed(app, setQuestion, { version, revision, question }, admin)
    }
    return draft
  }

  async function published(questions: readonly NewQuestion[] = Object.values(QUESTIONS)) {
    const { version, revision } = await draftOf(questions)
    await succeed(app, publishQuestionnaire, { version, revision }, admin)
    return version
  }

  /** The questionnaire is one for the whole platform: the one of a test makes room for the next. */
  async function clear() {
    const { rows } = await succeed(app, listQuestionnaires, { size: 100 }, admin)
    for (const { version, status } of rows) {
      if (status === 'open') await succeed(app, closeQuestionnaire, { version }, admin)
      if (status === 'draft') await succeed(app, deleteQuestionnaire, { version }, admin)
    }
  }
  return { draftOf, published, clear }
}

let addresses = 0
/** A new address behind the proxy, so that a fast test does not meet the limit of one address. */
export const ownAddress = () => {
  addresses += 1
  return { 'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}` }
}

/** A visitor at an address of their own, whose browser keeps its cookie. */
export function visitor(app: TestApp) {
  let cookie = ''
  const from = ownAddress()
  const ask = async <C extends Call>(call: C, body: InputOf<C>) => {
    const answered = await app.call(call, body, { headers: { ...from, cookie } })
    cookie = answered.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answered
  }
  return {
    ask,
    address: from,
    cookie: () => cookie,
    keep: (version: number, question_id: number, answer: object) =>
      ask(keepAnswer, { version, question_id, ...answer }),
    submit: (version: number) => ask(submitAnswers, { version }),
    open: async () => (await ask(getQuestionnaire, {})).data,
  }
}
export const fieldsOf = ({ data }: { data: unknown }) => (data as { fields?: object }).fields
