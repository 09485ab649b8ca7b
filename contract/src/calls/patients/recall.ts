import { z } from 'zod'
import { LANGUAGES } from '../../wire/constants.ts'
import { LETTERS } from '../../modalities/letter.ts'
import { DiagnosisClass } from '../../wire/kinds.ts'
import {
  SignedStep,
  ProposedStep,
  STEP_PRESETS,
  StepRules,
  ReferralUrgency,
} from '../../report/next-step.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import {
  bounded,
  ComingDate,
  freeText,
  Gender,
  Id,
  Instant,
  page,
  pageOf,
  PastDate,
} from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'

const path = '/v1/recall'

/** What is put on record of a next step after the report. */
export const CONTACTS = ['called', 'message', 'letter'] as const
/** They take a patient off the lists, with themselves as the reason. */
export const ENDINGS = ['declined', 'moved', 'died'] as const
/** Of a referral, in the order in which they come. */
export const REFERRAL_STATES = [
  'made',
  'sent',
  'appointment',
  'attended',
  'not_attended',
  'outcome',
] as const
export const ReferralState = z.enum(REFERRAL_STATES)
export type ReferralState = z.infer<typeof ReferralState>
export const REFERRAL_EVENTS = [
  'sent',
  'appointment',
  'attended',
  'not_attended',
  'outcome',
] as const satisfies readonly ReferralState[]
export const STEP_EVENTS = [...CONTACTS, ...REFERRAL_EVENTS, ...ENDINGS, 'resumed'] as const
export const StepEvent = z.enum(STEP_EVENTS, 'not_allowed')
export type StepEvent = z.infer<typeof StepEvent>

/** Where a next step is. `unsigned`: its report was declared void, and nothing was signed after it. */
export const STEP_PLACES = {
  waiting: ['waiting', 'unsigned'],
  done: ['seen', 'outcome'],
  closed: ['discharged', 'replaced', 'deleted', ...ENDINGS],
} as const
export const PLACE_GROUPS = ['waiting', 'done', 'closed'] as const
export const StepPlace = z.enum([
  ...STEP_PLACES.waiting,
  ...STEP_PLACES.done,
  ...STEP_PLACES.closed,
])
export type StepPlace = z.infer<typeof StepPlace>

export const STEP_NOTE_CHARS = 500

export const YES_OR_NO = ['yes', 'no'] as const

/** What the receiving clinic found, beside what machine and reader said. */
export const StepResult = z.strictObject({
  found: z.enum(['none', 'disease'], 'not_allowed'),
  stage: z.int('wrong_type').min(0, 'out_of_range').max(4, 'out_of_range').nullable().default(null),
  /** null: nobody said. */
  oedema: z.enum(YES_OR_NO, 'not_allowed').nullable().default(null),
  glaucoma: z.enum(YES_OR_NO, 'not_allowed').nullable().default(null),
  treatment: freeText(200).default(''),
})
export type StepResult = z.infer<typeof StepResult>

const Happened = z.object({
  what: StepEvent,
  day: z.string(),
  next_on: z.string().nullable(),
  note: z.string(),
  result: StepResult.nullable(),
  by: z.string(),
  at: Instant,
})
export type Happened = z.infer<typeof Happened>

export const PlannedStep = SignedStep.omit({ proposed: true }).extend({
  step_id: Id,
  /** The record that stands for the patient. */
  pid: Id,
  name: z.string(),
  gender: Gender,
  birthday: z.string(),
  ad_card_number: z.string(),
  phone: z.string().nullable(),
  report_no: z.string(),
  /** The sitting that the report is of. */
  image_id: Id,
  diagnosis_class: DiagnosisClass,
  sat_on: z.string(),
  signed_on: z.string(),
  clinician: z.string(),
  place: StepPlace,
  /** It waits, and its day is over. */
  overdue: z.boolean(),
  /** Of a referral. */
  state: ReferralState.nullable(),
  /** The newest entry of its log. */
  last: Happened.nullable(),
})
export type PlannedStep = z.infer<typeof PlannedStep>

const Month = bounded(z.string(), 7, 'period_format').refine(
  (value) => value === '' || /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(value),
  'period_format',
)

/** Lists count what is overdue up to here. */
export const MOST_COUNTED = 1000

export const listSteps = call({
  path: `${path}/list`,
  access: CLINICIANS,
  body: body({
    ...page,
    of: z.enum(['recall', 'referral'], 'not_allowed'),
    /** What waits, where it is left out. */
    group: z.enum(PLACE_GROUPS, 'not_allowed').optional(),
    /** Only what is overdue. */
    overdue: z.boolean('wrong_type').optional(),
    /** Due in this month, `YYYY-MM`. */
    month: Month.optional(),
    urgency: z.union([ReferralUrgency, z.literal('')], 'not_allowed').optional(),
    pid: Id.optional(),
  }),
  data: pageOf(PlannedStep).extend({
    /** Of all that wait, whatever is filtered; no more than MOST_COUNTED. */
    overdue: z.int(),
    /** Whether the institution runs recall. */
    on: z.boolean(),
  }),
  summary: 'Ours: patients who wait for their next step, the longest overdue first',
})

export const getStep = call({
  path: `${path}/get`,
  access: CLINICIANS,
  body: body({ step_id: Id }),
  data: PlannedStep.extend({
    proposed: ProposedStep.nullable(),
    events: z.array(Happened),
  }),
  summary: 'Ours: a next step with its log, and what the rules proposed beside what was found',
})

export const noteStep = call({
  path: `${path}/note`,
  adds: true,
  access: CLINICIANS,
  body: body({
    step_id: Id,
    what: StepEvent,
    happened_on: PastDate,
    /** When to go on: the next call, or the day of an appointment. */
    next_on: ComingDate.optional(),
    note: freeText(STEP_NOTE_CHARS).default(''),
    /** Of an outcome, and of nothing else. */
    outcome: StepResult.optional(),
  }),
  data: Nothing,
  summary: 'Ours: put on record what was done about a next step. An outcome or an ending closes it',
})

export const stepLetter = call({
  path: `${path}/letter`,
  access: CLINICIANS,
  body: body({
    step_id: Id,
    to: z.enum(LETTERS, 'not_allowed'),
    /** That of the page where it is left out. */
    lang: z.enum(LANGUAGES, 'not_allowed').optional(),
  }),
  data: Nothing,
  file: 'application/pdf',
  summary:
    'Ours: a letter of one page about the next step, to the patient or to the receiving clinic; a success answers the PDF itself',
})

export const proposeNextStep = call({
  path: `${path}/propose`,
  access: CLINICIANS,
  body: body({ patient_id: Id, analysis_id: Id, analysis_type: DiagnosisClass }),
  data: z.object({
    /** null: the institution runs no recall, or not of such photographs, and a report has no next step. */
    rules: StepRules.nullable(),
    proposed: ProposedStep.nullable(),
  }),
  summary: 'Ours: the next step that the rules of the institution propose for a sitting',
})

export const getStepRules = call({
  path: `${path}/rules`,
  access: CLINICIANS,
  body: body({}),
  data: z.object({
    rules: StepRules.nullable(),
    /** The published tables to begin with. */
    presets: z.record(
      z.enum(STEP_PRESETS),
      z.object({ rules: StepRules.shape.rules, targets: StepRules.shape.targets }),
    ),
  }),
  summary:
    'Ours: by which rules the institution proposes a next step; null while it runs no recall',
})

export const setStepRules = call({
  path: `${path}/set-rules`,
  access: ['3'],
  body: body({ rules: StepRules.nullable() }),
  data: Nothing,
  summary: 'Ours: set the rules of the own institution, or end recall by null',
})

export const RECALL_ACTIONS = {
  'recall.list': ['查看随访或转诊名单', 'Open the list of recalls or referrals'],
  'recall.open': ['查看患者后续安排', 'Open the next step of a patient'],
  'recall.note': ['登记后续安排的进展', 'Record progress on a next step'],
  'recall.letter': ['打印随访或转诊信函', 'Print a letter about a next step'],
} as const

export const RECALL_RULE_ACTIONS = {
  'recall.propose': ['查看后续安排建议', 'Open the proposed next step of an imaging session'],
  'recall.rules': ['查看随访规则', 'Open the rules of recall'],
  'recall.set-rules': ['修改随访规则', 'Change the rules of recall'],
} as const
