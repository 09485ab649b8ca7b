import { z } from 'zod'
import { body, call, Nothing, type DataOf } from '../../wire/call.ts'
import { Id } from '../../wire/fields.ts'
import { INCOMPARABLE } from '../../findings/incomparable.ts'
import { figure, figureTable, Unit, type FigureTable } from '../../findings/figure-table.ts'
import { Eye, Reason } from '../../findings/findings.ts'
import { ENTRIES, type Modality } from '../../modalities/table.ts'
import { CLINICIANS } from '../../wire/roles.ts'

/** Records hold no error: how far a reading errs depends on chart, device and examiner. */
const recorded = (key: string, unit: Unit, digits: number) =>
  figure(key, unit, digits, { labels: [`trend.${key}`], group: 'records', traced: true })

const RECORDS = {
  exam: figureTable([
    recorded('naked_va', '1', 2),
    recorded('corrected_va', '1', 2),
    recorded('iop', 'mm[Hg]', 1),
    recorded('cd_ratio', '1', 2),
    recorded('av_ratio', '1', 2),
  ]),
  diabetes: figureTable([recorded('hba1c', '%', 1), recorded('fbg', 'mmol/L', 1)]),
} as const
/** Acuities are compared by their logarithm. */
export const isAcuity = (key: string) => key === 'naked_va' || key === 'corrected_va'

export type TrendSource = Modality | keyof typeof RECORDS
export const TREND_SOURCES: readonly TrendSource[] = [
  'exam',
  'diabetes',
  ...ENTRIES.map(({ key }) => key),
]
/** The figures of a source. */
export const TREND_FIGURES = {
  ...Object.fromEntries(ENTRIES.map(({ key, figures }) => [key, figures])),
  ...RECORDS,
} as Readonly<Record<TrendSource, FigureTable>>

/** `outdated`: the archive of one of the two was changed after its analysis. */
const UNCOMPARED = [...INCOMPARABLE, 'outdated'] as const

const Visit = z.object({
  source: z.enum(TREND_SOURCES),
  day: z.string(),
  /** The archive; null for records. */
  rid: Id.nullable(),
  collect_device: z.string().nullable(),
  /** Null: there is no analysis that is done. */
  analysis_record_id: Id.nullable(),
  /** The archive was changed in a field that the analysis had read. */
  outdated: z.boolean(),
  /** Photographs of an unknown eye. They are in no series. */
  unknown_eye: z.int(),
})
export type TrendVisit = z.infer<typeof Visit>

const Change = z.object({
  /** The visit that it is compared with, by its place in `visits`. */
  from: z.int(),
  /** In `unit`. Null where the two are not compared. */
  by: z.number().nullable(),
  unit: Unit,
  /** The least that counts as a change. Null where no error is known. */
  limit: z.number().nullable(),
  /** Whether it is larger than the errors of both explain. */
  changed: z.boolean(),
  reason: z.enum(UNCOMPARED).nullable(),
})
export type TrendChange = z.infer<typeof Change>

const Point = z.object({
  /** Its place in `visits`. */
  visit: z.int(),
  /** Null: a gap. */
  value: z.number().nullable(),
  /** One standard deviation of its error; null where none is known. */
  spread: z.number().nullable(),
  /** An acuity below the chart: CF, HM, LP or NLP. */
  word: z.string().nullable(),
  /** Why there is no value. */
  reason: Reason.nullable(),
  /** The value rests on what a clinician drew; null otherwise. */
  drawn: z.object({ machine: z.number().nullable() }).nullable(),
  /** The photograph of the eye that a report shows first. */
  image_index: z.int().nullable(),
  /** Since the last visit with a value that can be compared; null for the first. */
  change: Change.nullable(),
})
export type TrendPoint = z.infer<typeof Point>

const Series = z.object({
  source: z.enum(TREND_SOURCES),
  /** Its place in `TREND_FIGURES`. */
  key: z.string(),
  /** Null: of the patient. */
  eye: Eye.nullable(),
  /** By day, the oldest first. */
  points: z.array(Point),
})
export type TrendSeries = z.infer<typeof Series>

const Treatment = z.object({
  start: z.string(),
  /** Null while it goes on. */
  end: z.string().nullable(),
  disease: z.string(),
  plan: z.string().nullable(),
})
export type TrendTreatment = z.infer<typeof Treatment>

export const patientTrends = call({
  path: '/v1/patient/trends',
  access: CLINICIANS,
  body: body({ pid: Id }),
  data: z.object({
    visits: z.array(Visit),
    series: z.array(Series),
    treatments: z.array(Treatment),
    /** As the patient's record has it: it has no days. */
    operation_history: z.string().nullable(),
  }),
  summary: 'Ours: every figure of a patient over time, by eye, with what changed outside its error',
})
export type Trends = DataOf<typeof patientTrends>

export const exportTrends = call({
  path: '/v1/patient/exportTrends',
  access: CLINICIANS,
  body: body({ pid: Id }),
  data: Nothing,
  file: 'text/csv',
  summary: 'Ours: the same figures as a CSV file; a success answers the file itself',
})

export const TREND_ACTIONS = {
  'patient.trends': ['查看患者趋势', 'Open the trends of a patient'],
  'patient.export-trends': ['导出患者趋势', 'Export the trends of a patient'],
} as const
