import {
  LANGUAGES,
  modalityOf,
  PRODUCT_VERSION,
  reportName,
  type Language,
} from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import { IS_IN, type OutsideReport } from '../reports/outside.ts'
import { toObservations } from './observations.ts'
import { filled, numbersOf, own, reference, type Resource } from './resource.ts'

/** What is superseded is no result any more, and what is void was none. */
const STATUS = { superseded: 'cancelled', void: 'entered-in-error' } as const
export const statusOf = ({ state, supersedes }: OutsideReport) =>
  state !== 'signed' ? STATUS[state] : supersedes === null ? 'final' : 'amended'

export const IMAGING = {
  coding: [{ system: 'http://loinc.org', code: '18748-4', display: 'Diagnostic imaging study' }],
}
const OPHTHALMOLOGY = {
  system: 'http://snomed.info/sct',
  code: '394594003',
  display: 'Ophthalmology',
}

/** The same in the database, for a search. */
export const HAS_STATUS: ReadonlyMap<string, RawBuilder<boolean>> = new Map([
  [STATUS.void, IS_IN.void],
  [STATUS.superseded, IS_IN.superseded],
  ['amended', sql`${IS_IN.signed} AND reports.supersedes IS NOT NULL`],
  ['final', sql`${IS_IN.signed} AND reports.supersedes IS NULL`],
])

export const binaryId = (report_id: string, language: Language): string =>
  `${report_id}.${language}`

export const titleOf = ({ snapshot }: OutsideReport, language: Language) =>
  reportName(modalityOf(snapshot.diagnosis_class).key, language)

export const attachmentsOf = (base: string, report: OutsideReport) =>
  LANGUAGES.map((language) => ({
    contentType: 'application/pdf',
    language,
    url: `${base}/Binary/${binaryId(report.report_id, language)}`,
    title: `${titleOf(report, language)} ${report.report_no}`,
    creation: report.created_at.toISOString(),
  }))

export function toDiagnosticReport(base: string, oid: string, report: OutsideReport): Resource {
  const { report_id, snapshot, supersedes } = report
  return {
    resourceType: 'DiagnosticReport',
    id: report_id,
    meta: { lastUpdated: report.changed_at.toISOString() },
    ...(supersedes !== null && {
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/replaces',
          valueReference: reference('DiagnosticReport', supersedes),
        },
      ],
    }),
    identifier: [{ system: numbersOf(oid), value: report.report_no }],
    status: statusOf(report),
    category: [{ coding: [own('eye-images', 'Eye images'), OPHTHALMOLOGY] }],
    code: { ...IMAGING, text: titleOf(report, 'en') },
    subject: reference('Patient', report.pid),
    effectiveDateTime: snapshot.record_date,
    issued: report.created_at.toISOString(),
    performer: [reference('Organization', oid, snapshot.organization.name)],
    resultsInterpreter: [reference('Practitioner', report.clinician, snapshot.clinician)],
    result: toObservations(oid, report).map(({ id }) => reference('Observation', id)),
    imagingStudy: [reference('ImagingStudy', report.rid)],
    conclusion: snapshot.opinion,
    presentedForm: attachmentsOf(base, report),
  }
}

const DOCUMENT = {
  signed: 'current',
  superseded: 'superseded',
  void: 'entered-in-error',
} as const

export function toDocumentReference(base: string, oid: string, report: OutsideReport): Resource {
  const { report_id, snapshot, supersedes } = report
  return {
    resourceType: 'DocumentReference',
    id: report_id,
    meta: { lastUpdated: report.changed_at.toISOString() },
    identifier: [{ system: numbersOf(oid), value: report.report_no }],
    status: DOCUMENT[report.state],
    type: IMAGING,
    subject: reference('Patient', report.pid),
    date: report.created_at.toISOString(),
    author: [reference('Practitioner', report.clinician, snapshot.clinician)],
    custodian: reference('Organization', oid),
    ...filled({
      relatesTo:
        supersedes === null
          ? null
          : [{ code: 'replaces', target: reference('DocumentReference', supersedes) }],
    }),
    content: attachmentsOf(base, report).map((attachment) => ({ attachment })),
    context: { related: [reference('DiagnosticReport', report_id)] },
  }
}

/** The program as it was when the photographs of a report were analysed. */
export function toDevice(
  oid: string,
  { report_id, snapshot, created_at }: OutsideReport,
): Resource {
  return {
    resourceType: 'Device',
    id: report_id,
    meta: { lastUpdated: created_at.toISOString() },
    deviceName: [{ name: 'Mingmou', type: 'manufacturer-name' }],
    type: { coding: [own('analysis', 'Analysis of eye images')] },
    version: Object.entries(snapshot.model_versions).map(([network, value]) => ({
      type: { text: network },
      value,
    })),
    owner: reference('Organization', oid),
    note: [{ text: `Read by Mingmou ${PRODUCT_VERSION}` }],
  }
}

export function toProvenance(oid: string, report: OutsideReport): Resource {
  const { report_id, snapshot, supersedes } = report
  const agent = (code: string, who: object) => ({
    type: {
      coding: [
        { system: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type', code },
      ],
    },
    who,
    onBehalfOf: reference('Organization', oid),
  })
  return {
    resourceType: 'Provenance',
    id: report_id,
    meta: { lastUpdated: report.changed_at.toISOString() },
    target: [reference('DiagnosticReport', report_id)],
    recorded: report.created_at.toISOString(),
    agent: [
      agent('author', reference('Practitioner', report.clinician, snapshot.clinician)),
      { ...agent('assembler', reference('Device', report_id)), onBehalfOf: undefined },
    ].map((entry) => filled(entry)),
    ...filled({
      entity:
        supersedes === null
          ? null
          : [{ role: 'revision', what: reference('DiagnosticReport', supersedes) }],
    }),
  }
}
