import {
  drawnFrom,
  analysisEntry,
  EXAM_EYES,
  findingMeasure,
  spreadOf,
  worstFirst,
  type ExamEye,
  type Findings,
  type Figure,
  type Modality,
  type Taken,
  type TrendVisit,
} from '@mingmou/contract'
import { eyeOf } from '../sittings/sitting.ts'
import { factsOf, statedFindings } from '../sittings/stated.ts'
import type { PhotographRow } from './queries.ts'
import { NOTHING, type Seen } from './series.ts'

interface Sitting {
  visit: TrendVisit & { source: Modality }
  /** The photograph of the eye that a report shows first. Null: none can be judged; missing: there is none. */
  shown: Partial<Record<ExamEye, { image_index: number; taken: Taken; eye: Findings[] } | null>>
}

/** The sittings of a patient, by the rows of their photographs. */
export const sittingsOf = (rows: readonly PhotographRow[]): Sitting[] =>
  [...new Set(rows.map(({ rid }) => rid))].map((rid) =>
    sittingOf(rows.filter((row) => row.rid === rid)),
  )

function sittingOf(rows: readonly PhotographRow[]): Sitting {
  const [first] = rows
  if (!first) throw new Error('A sitting has a photograph')
  const { modality, rid, record_date, collect_device, analysis_record_id } = first
  const photographs = rows.map(({ image_index, findings: stored, ...row }) => {
    const findings = stored && statedFindings(stored, row.corrections, row.drawn)
    return {
      image_index,
      findings,
      machine: stored && row.drawn && statedFindings(stored, row.corrections, null),
      eye: eyeOf({ corrected: factsOf(row.corrections).eye, judged_findings: findings }),
    }
  })
  const isDone = analysis_record_id !== null
  const shownOf = (eye: ExamEye): [ExamEye, Sitting['shown'][ExamEye]][] => {
    const ofEye = photographs.filter((photograph) => photograph.eye === eye)
    if (!isDone || ofEye.length === 0) return []
    const [worst] = worstFirst(modality, ofEye, ({ findings }) => findings)
    if (!worst?.findings) return [[eye, null]]
    const { image_index, findings, machine } = worst
    const taken = { findings, eye, device: collect_device, machine }
    return [
      [eye, { image_index, taken, eye: ofEye.flatMap((photograph) => photograph.findings ?? []) }],
    ]
  }
  return {
    visit: {
      source: modality,
      day: record_date,
      rid,
      collect_device,
      analysis_record_id,
      outdated: first.outdated ?? false,
      unknown_eye: isDone ? photographs.filter(({ eye }) => eye === null).length : 0,
    },
    shown: Object.fromEntries(EXAM_EYES.flatMap(shownOf)),
  }
}

/** What a sitting says of a figure; undefined where no photograph of the eye could have it. */
export function seenIn({ visit, shown }: Sitting, figure: Figure, eye: ExamEye): Seen | undefined {
  const photograph = shown[eye]
  if (photograph === undefined) return undefined
  if (photograph === null) return { ...NOTHING, reason: 'not_gradable' }
  const { image_index, taken } = photograph
  const entry = analysisEntry(visit.source)
  const measure = findingMeasure(entry.figures, taken.findings, figure.key)
  const { value, reason } = measure
  const why = value === null ? null : entry.withheld?.(figure.key, taken.findings, photograph.eye)
  if (why) return { ...NOTHING, reason: why, image_index }
  if (value === null && reason === null) return undefined
  const drawn = drawnFrom(taken, figure.key)
  return { ...NOTHING, value, spread: spreadOf(measure), reason, drawn, image_index, taken }
}
