import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { QUESTIONNAIRE } from '../../wire/constants.ts'
import {
  bounded,
  GivenPassword,
  Instant,
  page,
  pageOf,
  required,
  StatusMap,
} from '../../wire/fields.ts'
import {
  Answer,
  answerFields,
  BothLanguages,
  NewQuestion,
  Questionnaire,
  QuestionId,
  QuestionnaireIntro,
  QuestionnaireTitle,
  QuestionOrder,
} from './questionnaire.ts'
import { ADMINISTRATORS } from '../../wire/roles.ts'

const access = ADMINISTRATORS
const path = '/admin/questionnaire'
const Version = z.int('wrong_type').min(1, 'out_of_range').max(9999, 'out_of_range')
const Revision = z
  .int('wrong_type')
  .min(1, 'out_of_range')
  .max(2 ** 31 - 1, 'out_of_range')
const version = { version: Version }
/** The revision that a change of a draft began from. */
const edited = { ...version, revision: Revision }

const Account = z.object({
  /** null until one was set. */
  account: z.string().nullable(),
  /** It is kept as a hash and never sent. */
  password: z.null(),
  set_at: Instant.nullable(),
})

export const questionnaireInfo = call({
  path: `${path}/get-info`,
  access,
  body: body({}),
  data: Account,
  summary: 'The account of the questionnaire, without its password',
})
export const setQuestionnaireInfo = call({
  path: `${path}/set-info`,
  access,
  body: body({ account: required(64), password: GivenPassword }),
  data: Account,
  summary: 'Set account and password of the questionnaire; the password is kept as a hash',
})

export const VERSION_STATUSES = ['draft', 'open', 'closed'] as const
const VersionStatus = z.enum(VERSION_STATUSES)
export type VersionStatus = z.infer<typeof VersionStatus>

const facts = {
  status: VersionStatus,
  revision: z.int(),
  /** It is answered by links alone. */
  links_only: z.boolean(),
  /** How many links were made. */
  links: z.int(),
  /** How many were handed in. */
  answered: z.int(),
  created_at: Instant,
  opened_at: Instant.nullable(),
  closed_at: Instant.nullable(),
}
const VersionRow = z.object({
  version: z.int(),
  title: BothLanguages,
  question_count: z.int(),
  ...facts,
})
export type VersionRow = z.infer<typeof VersionRow>
const WholeVersion = Questionnaire.extend(facts)
export type WholeVersion = z.infer<typeof WholeVersion>

export const listQuestionnaires = call({
  path: `${path}/list`,
  access,
  body: body(page),
  data: pageOf(VersionRow).extend({ status_map: StatusMap }),
  summary: 'Ours: versions of the questionnaire, the newest first',
})
export const openQuestionnaire = call({
  path: `${path}/open`,
  access,
  body: body(version),
  data: WholeVersion,
  summary: 'Ours: one version with its questions',
})
export const beginQuestionnaire = call({
  path: `${path}/begin`,
  access,
  body: body({}),
  data: z.object({ version: z.int() }),
  summary: 'Ours: begin a new version as a draft; it begins with the questions of the newest one',
})
export const setQuestionnaireText = call({
  path: `${path}/set-text`,
  access,
  body: body({ ...edited, title: QuestionnaireTitle, intro: QuestionnaireIntro }),
  data: WholeVersion,
  summary: 'Ours: title and introduction of a draft',
})
export const setQuestion = call({
  path: `${path}/set-question`,
  access,
  body: body({ ...edited, question_id: QuestionId.optional(), question: NewQuestion }),
  data: WholeVersion,
  summary: 'Ours: add a question to a draft, or change one',
})
export const deleteQuestion = call({
  path: `${path}/delete-question`,
  access,
  body: body({ ...edited, question_id: QuestionId }),
  data: WholeVersion,
  summary: 'Ours: take a question out of a draft',
})
export const orderQuestions = call({
  path: `${path}/order`,
  access,
  body: body({ ...edited, question_ids: QuestionOrder }),
  data: WholeVersion,
  summary: 'Ours: the order of the questions of a draft',
})
export const publishQuestionnaire = call({
  path: `${path}/publish`,
  access,
  body: body({ ...edited, links_only: z.boolean('wrong_type').default(false) }),
  data: Nothing,
  summary:
    'Ours: open a draft to visitors, or to those with a link; the version that was open is closed',
})
export const makeQuestionnaireLinks = call({
  path: `${path}/make-links`,
  access,
  body: body({
    ...version,
    count: z.int('wrong_type').min(1, 'out_of_range').max(QUESTIONNAIRE.links, 'out_of_range'),
  }),
  data: Nothing,
  file: 'text/csv',
  summary:
    'Ours: links to the open version, each good for one answer; a success answers the file itself, once',
})
export const closeQuestionnaire = call({
  path: `${path}/close`,
  access,
  body: body(version),
  data: Nothing,
  summary: 'Ours: close the open version; what was not handed in is removed',
})
export const deleteQuestionnaire = call({
  path: `${path}/delete`,
  access,
  body: body(version),
  data: Nothing,
  summary: 'Ours: remove a draft',
})

const QuestionResult = z.object({
  question_id: z.int(),
  /** How many answered it. */
  answered: z.int(),
  choices: z.array(z.object({ choice: z.int(), count: z.int() })),
  cells: z.array(z.object({ row: z.int(), choice: z.int(), count: z.int() })),
})
export type QuestionResult = z.infer<typeof QuestionResult>

export const questionnaireResults = call({
  path: `${path}/results`,
  access,
  body: body(version),
  data: z.object({ version: WholeVersion, results: z.array(QuestionResult) }),
  summary: 'Ours: how often each answer was given to a version',
})
export const questionnaireTexts = call({
  path: `${path}/texts`,
  access,
  body: body({ ...version, question_id: QuestionId, ...page }),
  data: pageOf(z.object({ answer_id: z.string(), day: z.string(), text: z.string() })),
  summary: 'Ours: answers in words to a question, the newest first',
})
export const exportQuestionnaire = call({
  path: `${path}/export`,
  access,
  body: body(version),
  data: Nothing,
  file: 'text/csv',
  summary: 'Ours: the answers to a version as a CSV file; a success answers the file itself',
})

const visitors = { access: 'public', perSecond: QUESTIONNAIRE.perSecond } as const

/** The token of a link. Without one the browser answers. */
const link = bounded(z.string('wrong_type').min(1, 'required'), 64).optional()

/** `answered`: from this browser, or by this link. */
export const QUESTIONNAIRE_STATES = [
  ...(['none', 'closed', 'open', 'answered', 'link_needed', 'link_unknown'] as const),
] as const

export const getQuestionnaire = call({
  ...visitors,
  path: '/v1/questionnaire/get',
  body: body({ link }),
  data: z.object({
    state: z.enum(QUESTIONNAIRE_STATES),
    questionnaire: Questionnaire.nullable(),
    /** What this browser has answered and not handed in. */
    answers: z.array(Answer),
  }),
  summary: 'Ours: the open questionnaire, with the answers that this browser has kept',
})
export const keepAnswer = call({
  ...visitors,
  path: '/v1/questionnaire/keep',
  body: body({ ...version, question_id: QuestionId, ...answerFields, link }),
  data: Nothing,
  summary: 'Ours: keep an answer until it is handed in; a blank one is taken back',
})
export const submitAnswers = call({
  ...visitors,
  path: '/v1/questionnaire/submit',
  adds: true,
  body: body({ ...version, link }),
  data: Nothing,
  summary: 'Ours: hand in the kept answers, once for each browser or link, and version',
})

export const QUESTIONNAIRE_ACTIONS = {
  'questionnaire.set-account': ['设置问卷账号', 'Set the questionnaire account'],
  'questionnaire.begin': ['新建问卷版本', 'Start a questionnaire version'],
  'questionnaire.change': ['修改问卷', 'Change the questionnaire'],
  'questionnaire.publish': ['发布问卷', 'Publish the questionnaire'],
  'questionnaire.links': ['生成问卷链接', 'Generate questionnaire links'],
  'questionnaire.close': ['结束问卷', 'Close the questionnaire'],
  'questionnaire.delete': ['删除问卷草稿', 'Delete a questionnaire draft'],
  'questionnaire.results': ['查看问卷结果', 'Open the questionnaire results'],
  'questionnaire.export': ['导出问卷结果', 'Export the questionnaire results'],
} as const
