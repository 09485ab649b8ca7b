import type { OutsideReport } from '../reports/outside.ts'
import type { StatedValue } from '../reports/stated-value.ts'
import { statedIn } from '../reports/stated.ts'
import { bodySiteOf, filled, own, reference, shortHash, type Resource } from './resource.ts'

const STATUS = { signed: 'final', superseded: 'cancelled', void: 'entered-in-error' } as const

const CATEGORY = {
  coding: [
    { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'imaging' },
  ],
}

/** Everything that a report states, an observation each. */
export function toObservations(oid: string, report: OutsideReport): Resource[] {
  const { snapshot, report_id } = report
  return statedIn(report).map(({ key, display, eye, value, note, byClinician, method }) => ({
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
    ...toValue(value),
    ...filled({
      note: note === undefined ? null : [{ text: note }],
      bodySite: eye && bodySiteOf(eye),
      method: byClinician ? null : { text: method },
      device: byClinician ? null : reference('Device', report_id),
    }),
  }))
}

function toValue(stated: StatedValue): Record<string, unknown> {
  if (stated.kind === 'flag') return { valueBoolean: stated.value }
  if (stated.kind === 'absent') return absent(stated.why)
  if (stated.kind === 'coded') {
    const { code, display, text } = stated
    return { valueCodeableConcept: { coding: [own(code, display)], ...filled({ text }) } }
  }
  const { value, unit, code } = stated
  return { valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code } }
}

const absent = (why: string) => ({
  dataAbsentReason: {
    coding: [
      { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'not-performed' },
    ],
    text: why,
  },
})
