import { z } from 'zod'
import { AnalysisStatus, EyeSummary } from './analyses.ts'
import { Origin } from '../patients/patients.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import { MAX_PAGE_SIZE } from '../../wire/constants.ts'
import { Gender, Id, Instant, PastDate } from '../../wire/fields.ts'
import { Eye, REVIEW_REASONS } from '../../findings/findings.ts'
import { ModalityKey } from '../../wire/kinds.ts'
import { ReadingCounts } from './readings.ts'
import { CLINICIANS } from '../../wire/roles.ts'

/** What a result asks of its reader, the most urgent first. An analysis that failed is ungradable. */
export const URGENCIES = ['referable', 'ungradable', 'review', 'routine'] as const
export const Urgency = z.enum(URGENCIES)
export type Urgency = z.infer<typeof Urgency>

const Reader = z.object({ name: z.string(), at: Instant })

const WorklistRow = z.object({
  image_id: Id,
  pid: Id,
  name: z.string(),
  gender: Gender,
  birthday: z.string(),
  ad_card_number: z.string(),
  modality: ModalityKey,
  record_date: z.string(),
  created_at: Instant,
  image_count: z.int(),
  /** The first photograph of each eye, or the first of all while no eye is known. */
  thumbs: z.array(z.object({ eye: Eye.nullable(), url: z.string() })),
  analysis_record_id: Id.nullable(),
  status: AnalysisStatus.nullable(),
  /** null until an analysis has ended. */
  urgency: Urgency.nullable(),
  unread: z.boolean(),
  eyes: z.array(EyeSummary),
  /** Who opened the result from the worklist, the first reader first. Opened is not read. */
  readers: z.array(Reader),
  /** Who said that it is read and needs no report; null where nobody did. */
  settled: Reader.nullable(),
  reports: z.int(),
  /** The system that the order of the sitting came from, or else the patient; null: both were written by hand. */
  origin: Origin.nullable(),
})
export type WorklistRow = z.infer<typeof WorklistRow>

export const WORKLIST_ORDERS = ['urgency', 'time'] as const

/** Where a page of the worklist ended. */
export const WORKLIST_PLACE = /^[1-5]\.\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const listWorklist = call({
  path: '/v1/worklist/list',
  access: CLINICIANS,
  body: body({
    after: z.string('wrong_type').max(64).regex(WORKLIST_PLACE, 'not_allowed').optional(),
    size: z.int('wrong_type').min(1, 'out_of_range').max(MAX_PAGE_SIZE, 'out_of_range').default(50),
    /** Those that wait longest first, whatever they ask for. */
    order: z.enum(WORKLIST_ORDERS, 'not_allowed').default('urgency'),
    modality: ModalityKey.optional(),
    /** Sittings that the caller has filed. */
    mine: z.boolean('wrong_type').default(false),
    /** A reason why an eye is to be looked at. */
    reason: z.enum(REVIEW_REASONS, 'not_allowed').optional(),
    record_date: PastDate.optional(),
  }),
  data: z.object({
    rows: z.array(WorklistRow),
    /** null at the end. */
    next: z.string().nullable(),
    /** Unread results of the institution. */
    unread: z.object({
      referable: z.int(),
      ungradable: z.int(),
      review: z.int(),
      routine: z.int(),
    }),
    /** Sittings of today, read and unread. */
    today: z.int(),
    /** What waits for the caller to read, by the role in it; absent where no rule asks for readings. */
    readings: ReadingCounts.nullish(),
  }),
  summary:
    'Ours: unread results of the own institution, the most urgent first, then the other sittings of today',
})

export const readResult = call({
  path: '/v1/worklist/read',
  access: CLINICIANS,
  body: body({ analysis_record_id: Id }),
  data: Nothing,
  summary: 'Ours: the caller has opened the result from the worklist',
})

export const settleResult = call({
  path: '/v1/worklist/settle',
  access: CLINICIANS,
  body: body({ analysis_record_id: Id, settled: z.boolean('wrong_type') }),
  data: Nothing,
  summary: 'Ours: the result is read and needs no report, or is unread again',
})

export const WORKLIST_ACTIONS = {
  'worklist.open': ['查看阅片列表', 'Open the worklist'],
} as const
