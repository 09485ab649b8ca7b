import {
  enteredOf,
  EXAM_EYES,
  INDICATOR_KEYS,
  readEntry,
  TREND_FIGURES,
  type ExamEye,
  type Figure,
  type Trends,
  type TrendSeries,
  type TrendVisit,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { findRows } from '../complications/rows.ts'
import { findValues, type DmValue } from '../dm-conditions/values.ts'
import { findAllExams, type ExamRow } from '../eye-exams/exams.ts'
import { findPatient } from '../patients/patient.ts'
import { seenIn, sittingsOf } from './photographs.ts'
import { findPhotographs } from './queries.ts'
import { NOTHING, pointsOf, type Seen } from './series.ts'

/** A visit, and what it says of a figure of its source. An eye of null: of the patient. */
interface Told {
  visit: TrendVisit
  seen: (figure: Figure, eye: ExamEye | null) => Seen | undefined
}

export async function openTrends(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  pid: string,
  action: 'patient.trends' | 'patient.export-trends' = 'patient.trends',
): Promise<Trends> {
  const { oid } = actor
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const patient = await findPatient(trx, oid, pid)
    if (!patient) throw notFound()
    await audit(trx, { actor, ip, action, ...target('patient', pid) })
    return {
      patient,
      photographs: await findPhotographs(trx, oid, pid),
      exams: await findAllExams(trx, oid, pid),
      values: await findValues(trx, oid, pid),
      treatments: await findRows(trx, oid, pid),
    }
  })
  const told = [
    ...sittingsOf(found.photographs).map((sitting): Told => ({
      visit: sitting.visit,
      seen: (figure, eye) => (eye === null ? undefined : seenIn(sitting, figure, eye)),
    })),
    ...found.exams.map(ofExam),
    ...found.values.map(ofValue),
  ].toSorted((a, b) => (a.visit.day < b.visit.day ? -1 : a.visit.day > b.visit.day ? 1 : 0))
  return {
    visits: told.map(({ visit }) => visit),
    series: seriesOf(told),
    treatments: found.treatments
      .map(({ start_date, end_date, disease_type, treat_plan }) => ({
        start: start_date,
        end: end_date,
        disease: disease_type,
        plan: treat_plan,
      }))
      .reverse(),
    operation_history: found.patient.operation_history,
  }
}

/** Each traced figure of each source that has a visit, for OD, OS and the patient; without those that no visit could have. */
function seriesOf(told: readonly Told[]): TrendSeries[] {
  const visits = told.map(({ visit }) => visit)
  const sources = [...new Set(visits.map(({ source }) => source))]
  return sources.flatMap((source) =>
    TREND_FIGURES[source].all
      .filter(({ traced }) => traced)
      .flatMap((figure) =>
        [...EXAM_EYES, null].flatMap((eye): TrendSeries[] => {
          const points = pointsOf(visits, { source, figure }, (at) => told[at]?.seen(figure, eye))
          return points.length === 0 ? [] : [{ source, key: figure.key, eye, points }]
        }),
      ),
  )
}

const RECORD = {
  rid: null,
  collect_device: null,
  analysis_record_id: null,
  outdated: false,
  unknown_eye: 0,
} as const

function ofExam({ record_date, entered }: ExamRow): Told {
  return {
    visit: { ...RECORD, source: 'exam', day: record_date },
    seen: ({ key }, eye) => {
      const indicator = INDICATOR_KEYS.find((indicatorKey) => indicatorKey === key)
      if (!indicator || eye === null) return undefined
      const entry = enteredOf(entered, indicator, eye)
      const read = entry === '' ? null : readEntry(indicator, entry)
      if (read === null) return undefined
      return { ...NOTHING, ...(typeof read === 'number' ? { value: read } : { word: read }) }
    },
  }
}

function ofValue({ kind, day, value }: DmValue): Told {
  return {
    visit: { ...RECORD, source: 'diabetes', day },
    seen: ({ key }, eye) => (eye === null && key === kind ? { ...NOTHING, value } : undefined),
  }
}
