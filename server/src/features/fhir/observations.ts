import {
  MODALITY,
  modalityOf,
  photographsOf,
  reasonOf,
  UNIT_SYMBOLS,
  type Figure,
} from '@mingmou/contract'
import type { OutsideReport } from '../reports/outside.ts'
import type { SnapshotPhotograph } from '../reports/snapshot.ts'
import { ofEye, untoldOf } from './eye-observations.ts'
import { absent, type Stated } from './stated.ts'
import { bodySiteOf, filled, own, reference, shortHash, type Resource } from './resource.ts'

const STATUS = { signed: 'final', superseded: 'cancelled', void: 'entered-in-error' } as const

const CATEGORY = {
  coding: [
    { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'imaging' },
  ],
}
const METHOD = 'automated, single photograph'

/** Everything that a report states, an observation each: of its eyes, then the figures of its photographs. */
export function toObservations(oid: string, report: OutsideReport): Resource[] {
  const { snapshot, report_id } = report
  const stated = [
    ...snapshot.outcomes.flatMap((outcome) => ofEye(report, outcome)),
    ...untoldOf(report),
    ...photographsOf(snapshot).flatMap((photograph) => ofPhotograph(report, photograph)),
  ]
  return stated.map(({ key, display, eye, value, byClinician, method }) => ({
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
      method: byClinician ? null : { text: method },
      device: byClinician ? null : reference('Device', report_id),
    }),
  }))
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
    const byClinician = drawn !== null && found !== null
    return [{ key, display: key, eye, value, byClinician, method: METHOD }]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
