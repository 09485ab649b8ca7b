import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { EXAM_PAGE_SIZE } from '../../wire/constants.ts'
import {
  EXAM_EYES,
  entryFault,
  INDICATOR_KEYS,
  kindOf,
  readEntry,
  TEXT_CHARS,
  type IndicatorKey,
} from './exam-indicators.ts'
import {
  changeable,
  filter,
  Id,
  Instant,
  Order,
  page,
  pageOf,
  PastDate,
  PastSearchDate,
  required,
  Version,
  withDates,
} from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'

const path = '/v1/eye_exam_records'

/** One shape for every indicator. */
const eachIndicator = <Value extends z.ZodType>(of: (indicator: IndicatorKey) => Value) =>
  Object.fromEntries(INDICATOR_KEYS.map((indicator) => [indicator, of(indicator)])) as Record<
    IndicatorKey,
    Value
  >
const eachEye = <Value extends z.ZodType>(value: Value) =>
  Object.fromEntries(EXAM_EYES.map((eye) => [eye, value])) as Record<
    (typeof EXAM_EYES)[number],
    Value
  >

const NUMBER_CHARS = 20
/** A number may be sent as it is, or as the text that was typed. */
function entrySchema(indicator: IndicatorKey): z.ZodType<string, string | number> {
  const chars = kindOf(indicator) === 'text' ? TEXT_CHARS : NUMBER_CHARS
  const error = ({ input }: { input?: unknown }) =>
    input === '' || input === null ? 'required' : entryFault(indicator)
  return z
    .union([required(chars), z.number().min(0).max(10_000)], { error })
    .transform(String)
    .refine((entry) => readEntry(indicator, entry) !== null, entryFault(indicator))
}

/** The eyes and indicators that were not examined are left out. */
const RecordDetail = body(
  eachIndicator((indicator) => body(eachEye(entrySchema(indicator).optional())).optional()),
).refine(
  (detail) =>
    Object.values(detail).some((eyes) =>
      Object.values(eyes ?? {}).some((entry) => entry !== undefined),
    ),
  'exam_empty',
)

const bothEyes = <Value extends z.ZodType>(value: Value) =>
  z.object(eachIndicator(() => z.object(eachEye(value.nullable()))))

export const EyeExam = z.object({
  rid: Id,
  pid: Id,
  record_date: z.string(),
  /** Acuity as decimal or CF, HM, LP, NLP; pressure in mmHg; null where nothing was recorded. */
  record_detail: bothEyes(z.union([z.number(), z.string()])),
  /** Ours. The same as it was typed. */
  entered: bothEyes(z.string()),
  created_at: Instant,
  ...changeable,
})
export type EyeExam = z.infer<typeof EyeExam>

export const searchExams = call({
  path: `${path}/search`,
  access: CLINICIANS,
  body: withDates(
    body({
      pid: Id,
      start_date: PastSearchDate.optional(),
      end_date: PastSearchDate.optional(),
      order: Order,
      page: page.page,
      size: page.size.unwrap().default(EXAM_PAGE_SIZE),
    }),
  ),
  data: pageOf(EyeExam),
  summary: 'Eye examinations of a patient, newest first',
})

export const createExam = call({
  path: `${path}/create`,
  adds: true,
  access: CLINICIANS,
  body: body({ pid: Id, record_date: PastDate, record_detail: RecordDetail }),
  data: z.object({ rid: Id }),
  summary: 'Record an eye examination',
})

export const setExam = call({
  path: `${path}/set`,
  access: CLINICIANS,
  body: body({ rid: Id, record_date: PastDate, record_detail: RecordDetail, version: Version }),
  data: Nothing,
  summary: 'Change an eye examination: the whole record',
})

export const deleteExam = call({
  path: `${path}/delete`,
  access: CLINICIANS,
  body: body({ rid: Id, version: Version }),
  data: Nothing,
  summary: 'Delete an eye examination',
})

export const EXAM_RECORD = {
  tab: ['眼科检查记录', 'Eye examinations'],
  one: 'an eye examination',
  id: 'rid',
  calls: { list: searchExams, add: createExam, set: setExam, delete: deleteExam },
} as const

/** Longer than what is accepted in the end: a draft loses nothing that was typed. */
export const DRAFT_CHARS = 300
const Draft = body({
  record_date: filter(32),
  entered: body(eachIndicator(() => body(eachEye(filter(DRAFT_CHARS))).optional())),
  /** The version that the change began from. */
  version: Version,
})
export type ExamDraft = z.infer<typeof Draft>
/** A new examination of the patient, or the change of one. */
const drafted = { pid: Id, rid: Id.optional() }

export const examForm = call({
  path: `${path}/form`,
  access: CLINICIANS,
  body: body(drafted),
  data: z.object({
    /** null: a new one. */
    exam: EyeExam.nullable(),
    /** The one before it. */
    last: EyeExam.nullable(),
    /** What the caller entered and has not saved. */
    draft: Draft.extend({ saved_at: Instant }).nullable(),
  }),
  summary: 'Ours: what the form of an examination begins with',
})

export const keepExamDraft = call({
  path: `${path}/keepDraft`,
  access: CLINICIANS,
  body: body({ ...drafted, draft: Draft }),
  data: Nothing,
  summary: 'Ours: keep what the caller has entered so far',
})

export const dropExamDraft = call({
  path: `${path}/dropDraft`,
  access: CLINICIANS,
  body: body(drafted),
  data: Nothing,
  summary: 'Ours: remove what the caller entered and has not saved',
})

export const EXAM_ACTIONS = {
  'exam.add': ['新增眼科检查记录', 'Record an eye examination'],
  'exam.open-form': ['打开检查表单', 'Open an examination form'],
  'exam.keep-draft': ['保存检查草稿', 'Save a draft examination'],
  'exam.drop-draft': ['删除检查草稿', 'Delete a draft examination'],
} as const
