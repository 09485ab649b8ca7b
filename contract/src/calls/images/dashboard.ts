import { z } from 'zod'
import { body, call, Nothing, type DataOf } from '../../wire/call.ts'
import { Id, PastDate } from '../../wire/fields.ts'
import { ASKED_REASONS } from '../../findings/findings.ts'
import { ENTRIES, type Modality } from '../../modalities/table.ts'

/** A period of more days is shown by month. */
const DAILY = 62
/** The longest period in days: ten years. */
const LONGEST = 3660
/** Fewer pairs say too little for a kappa. */
export const KAPPA_PAIRS = 30

const KEYS = ENTRIES.map(({ key }) => key) as [Modality, ...Modality[]]
const Kind = z.enum(KEYS)
/** The kinds of image with a stage of disease. */
export const STAGED_KINDS: readonly Modality[] = ENTRIES.flatMap(({ key, staged }) =>
  staged ? [key] : [],
)

const daysOf = (start: string, end: string) =>
  (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / 86_400_000 + 1

/** How a period is divided. */
export const stepOf = (start: string, end: string): 'day' | 'month' =>
  daysOf(start, end) > DAILY ? 'month' : 'day'

/** A calendar day as `YYYY-MM-DD` or a month as `YYYY-MM`, every one of the period. */
export function stepsOf(start: string, end: string): string[] {
  const step = stepOf(start, end)
  const steps: string[] = []
  const at = new Date(`${start}T00:00:00Z`)
  if (step === 'month') at.setUTCDate(1)
  while (at.toISOString().slice(0, 10) <= end) {
    steps.push(at.toISOString().slice(0, step === 'day' ? 10 : 7))
    if (step === 'day') at.setUTCDate(at.getUTCDate() + 1)
    else at.setUTCMonth(at.getUTCMonth() + 1)
  }
  return steps
}

/** Both days belong to the period. The day is that of the sitting. */
const period = { start_date: PastDate, end_date: PastDate }
const inOrder = <Body extends z.ZodType<{ start_date: string; end_date: string }>>(schema: Body) =>
  schema
    .refine(({ start_date, end_date }) => end_date >= start_date, {
      error: 'date_end_before_start',
      path: ['end_date'],
    })
    .refine(({ start_date, end_date }) => daysOf(start_date, end_date) <= LONGEST, {
      error: 'out_of_range',
      path: ['start_date'],
    })

/** A step of the period; null for the whole of it. */
const Step = z.string().nullable()

const Photographs = z.object({
  step: Step,
  modality: Kind.nullable(),
  photographs: z.int(),
  sittings: z.int(),
  /** Each person once, also where their records were merged. */
  patients: z.int(),
})

/** Median and 90th percentile in seconds; null without any. */
const Spread = z.object({ n: z.int(), median: z.number().nullable(), p90: z.number().nullable() })
const Turnaround = z.object({
  step: Step,
  sittings: z.int(),
  /** From the upload to the first result. */
  result: Spread,
  /** From the first result until somebody opened one from the worklist or signed a report. */
  read: Spread,
  /** From the first result to the first report that was not declared void. */
  report: Spread,
})

const Ungradable = z.object({
  modality: Kind,
  /** Null in the rows of persons. */
  collect_device: z.string().nullable(),
  /** Null in the rows of devices. */
  uploader: z.object({ uid: Id, name: z.string() }).nullable(),
  photographs: z.int(),
  analysed: z.int(),
  ungradable: z.int(),
})

const Stages = z.object({
  step: Step,
  modality: Kind,
  /** Eyes of sittings by their stage; an eye is as bad as the worst of its photographs. */
  stages: z.array(z.object({ stage: z.int(), eyes: z.int() })),
  /** Eyes with a photograph that can be judged, and no stage. */
  unstaged: z.int(),
  ungradable: z.int(),
  /** Eyes by why they are to be looked at, `<reason>.<referral>` of the texts; one with several counts for each. */
  reasons: z.array(z.object({ reason: z.enum(ASKED_REASONS), eyes: z.int() })),
  /** Photographs of an unknown eye. They are in no other figure of the row. */
  unknown_eye: z.int(),
})

const Agreement = z.object({
  modality: Kind,
  pairs: z.array(
    z.object({ machine: z.int(), clinician: z.int(), stated: z.int(), signed: z.int() }),
  ),
  n: z.int(),
  /** A clinician stated a stage. */
  stated: z.int(),
  /** Stated stages that differ from the machine's. */
  corrected: z.int(),
  /** Nobody stated one, and a report was signed with the machine's. */
  signed: z.int(),
  agreed: z.int(),
  /** Null below `KAPPA_PAIRS`, and where one stage alone occurs. */
  kappa: z.number().nullable(),
})

export const openDashboard = call({
  path: '/v1/organization/dashboard',
  access: ['3'],
  body: inOrder(body(period)),
  data: z.object({
    photographs: z.array(Photographs),
    turnaround: z.array(Turnaround),
    ungradable: z.array(Ungradable),
    stages: z.array(Stages),
    agreement: z.array(Agreement),
  }),
  summary: 'Ours: figures of the institution over a period',
})
export type Dashboard = DataOf<typeof openDashboard>
export type DashboardPart = keyof Dashboard
export const DASHBOARD_PARTS = [
  'photographs',
  'turnaround',
  'ungradable',
  'stages',
  'agreement',
] as const satisfies readonly DashboardPart[]

export const exportDashboard = call({
  path: '/v1/organization/exportDashboard',
  access: ['3'],
  body: inOrder(body({ ...period, part: z.enum(DASHBOARD_PARTS, 'not_allowed') })),
  data: Nothing,
  file: 'text/csv',
  summary: 'Ours: one of these figures as a CSV file; a success answers the file itself',
})

export const DASHBOARD_ACTIONS = {
  'dashboard.open': ['查看机构统计', 'Open the statistics of the institution'],
  'dashboard.export': ['导出机构统计', 'Export the statistics of the institution'],
} as const
