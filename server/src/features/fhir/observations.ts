import {
  MODALITY,
  modalityOf,
  reasonOf,
  UNIT_SYMBOLS,
  type Eye,
  type Figure,
} from '@mingmou/contract'
import type { OutsideReport } from '../reports/outside.ts'
import type { SnapshotPhotograph } from '../reports/snapshot.ts'
import { bodySiteOf, filled, own, reference, shortHash, type Resource } from './resource.ts'

const STATUS = { signed: 'final', superseded: 'cancelled', void: 'entered-in-error' } as const

const CATEGORY = {
  coding: [
    { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'imaging' },
  ],
}
const METHOD = { text: 'automated, single photograph' }

/** Why there is no value. A machine that could not tell is no zero. */
const absent = (why: string) => ({
  dataAbsentReason: {
    coding: [
      { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'not-performed' },
    ],
    text: why,
  },
})

interface Stated {
  key: string
  display: string
  eye: Eye | null
  value: Record<string, unknown>
  /** A clinician stated it in the place of the machine. */
  byClinician: boolean
}

const STAGES = ['none', 'mild NPDR', 'moderate NPDR', 'severe NPDR', 'PDR']

/** Everything that a report states, an observation each: of its eyes, then the figures of its photographs. */
export function toObservations(oid: string, report: OutsideReport): Resource[] {
  const { snapshot, report_id } = report
  const photographs = [snapshot, ...(snapshot.fellow ? [snapshot.fellow] : [])]
  const stated = [
    ...snapshot.outcomes.flatMap((outcome) => ofEye(report, outcome)),
    ...photographs.flatMap((photograph) => ofPhotograph(report, photograph)),
  ]
  return stated.map(({ key, display, eye, value, byClinician }) => ({
    resourceType: 'Observation',
    id: `${report_id}.${shortHash(`${key} ${eye ?? ''}`)}`,
    meta: { lastUpdated: report.changed_at.toISOString() },
    status: STATUS[report.state],
    category: [CATEGORY],
    code: { coding: [own(key, display)] },
    subject: reference('Patient', report.pid),
    effectiveDateTime: snapshot.record_date,
    issued: report.created_at.toISOString(),
    performer: [
      byClinician
        ? reference('Practitioner', report.clinician, snapshot.clinician)
        : reference('Organization', oid),
    ],
    ...value,
    ...filled({
      bodySite: eye && bodySiteOf(eye),
      method: byClinician ? null : METHOD,
      device: byClinician ? null : reference('Device', report_id),
    }),
  }))
}

function ofEye(
  { snapshot }: OutsideReport,
  { eye, stage, oedema, referral, machine }: OutsideReport['snapshot']['outcomes'][number],
): Stated[] {
  const { staged } = MODALITY[modalityOf(snapshot.diagnosis_class).key]
  const [changed, why] = [machine !== null, 'It cannot be told from the photographs']
  const one = (key: string, display: string, value: Record<string, unknown> | null): Stated => ({
    ...{ key, display, eye, byClinician: changed },
    value: value ?? absent(why),
  })
  const coded = (system: string, code: string | number, display: string) => ({
    valueCodeableConcept: { coding: [own(`${system}.${code}`, display)] },
  })
  return [
    ...(staged
      ? [
          one(
            'icdr.stage',
            'Suspected stage of diabetic retinopathy (ICDR)',
            stage === null ? null : coded('icdr', stage, STAGES[stage] ?? ''),
          ),
          one(
            'oedema',
            'Suspected macular oedema',
            oedema === null ? null : { valueBoolean: oedema },
          ),
        ]
      : []),
    one(
      'referral',
      'Consequence for the eye',
      referral === null ? null : coded('referral', referral, referral),
    ),
  ]
}

function ofPhotograph({ snapshot }: OutsideReport, photograph: SnapshotPhotograph): Stated[] {
  const { figures } = MODALITY[modalityOf(snapshot.diagnosis_class).key]
  const { eye, drawn, not_measured } = photograph
  if (eye === null) return []
  return figures.all.flatMap((figure: Figure) => {
    const { report: place, key, group, unit } = figure
    if (place === null || group === null) return []
    const found = place
      .split('.')
      .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), photograph)
    if (typeof found !== 'number' && found !== null) return []
    const code = photograph.units[place] ?? unit
    const value =
      found === null
        ? absent(reasonOf(not_measured, place) ?? 'not measured')
        : {
            valueQuantity: {
              ...{ value: found, unit: UNIT_SYMBOLS[code] || '1' },
              ...{ system: 'http://unitsofmeasure.org', code },
            },
          }
    return [{ key, display: key, eye, value, byClinician: drawn !== null && found !== null }]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
