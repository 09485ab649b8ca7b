import { createHash } from 'node:crypto'
import { inMarkup } from '../../platform/markup.ts'
import type { OutsideReport } from '../reports/outside.ts'
import type { OutsideSitting } from '../sittings/outside.ts'
import { toObservations } from './observations.ts'
import { genderOf, toOrganization, toPractitioner } from './people.ts'
import {
  attachmentsOf,
  IMAGING,
  statusOf,
  titleOf,
  toDevice,
  toDiagnosticReport,
  toProvenance,
} from './reports.ts'
import { filled, numbersOf, reference, type Resource } from './resource.ts'
import { toImagingStudy } from './study.ts'

/** A report as a document. `report` is not superseded. */
export function toComposition(oid: string, report: OutsideReport): Resource {
  const { report_id, snapshot, supersedes } = report
  const clinician = reference('Practitioner', report.clinician, snapshot.clinician)
  const signed = report.created_at.toISOString()
  return {
    resourceType: 'Composition',
    id: report_id,
    meta: { lastUpdated: report.changed_at.toISOString() },
    identifier: { system: numbersOf(oid), value: report.report_no },
    status: statusOf(report),
    type: IMAGING,
    subject: reference('Patient', report.pid),
    date: signed,
    author: [clinician],
    title: `${titleOf(report, 'en')} ${report.report_no}`,
    attester: [{ mode: 'professional', time: signed, party: clinician }],
    custodian: reference('Organization', oid, snapshot.organization.name),
    ...filled({
      // The former one is no document any more, but it has a name.
      relatesTo:
        supersedes === null
          ? null
          : [
              {
                code: 'replaces',
                targetIdentifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${supersedes}` },
              },
            ],
    }),
    section: [
      {
        title: 'Opinion of the clinician',
        text: narrative(snapshot.opinion),
        entry: [reference('DiagnosticReport', report_id)],
      },
      {
        title: 'Findings',
        entry: toObservations(oid, report).map(({ id }) => reference('Observation', id)),
      },
    ],
  }
}

const narrative = (text: string) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const shown = lines.map((line) => `<p>${inMarkup(line)}</p>`).join('')
  return { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${shown}</div>` }
}

/** What a document is made of; `pdfs` are in the order of the languages. */
interface Parts {
  report: OutsideReport
  sitting: OutsideSitting | undefined
  pdfs: readonly Buffer[]
}

/** A report with all that it refers to, but the patient and the sitting. */
export function partsOf(base: string, oid: string, report: OutsideReport): Resource[] {
  const { snapshot, changed_at: updated_at } = report
  return [
    toPractitioner({ uid: report.clinician, name: snapshot.clinician, updated_at }),
    toOrganization({ oid, name: snapshot.organization.name, updated_at }),
    toDiagnosticReport(base, oid, report),
    ...toObservations(oid, report),
    toDevice(oid, report),
    toProvenance(oid, report),
  ]
}

/** As a bundle has them, each once. */
export function entriesOf(base: string, resources: readonly Resource[]) {
  const byUrl = new Map(
    resources.map((resource) => [`${base}/${resource.resourceType}/${resource.id}`, resource]),
  )
  return [...byUrl].map(([fullUrl, resource]) => ({ fullUrl, resource }))
}

/** The document with all that it refers to. The patient is as the report names him. */
export function toDocument(base: string, oid: string, { report, sitting, pdfs }: Parts): object {
  const presentedForm = withPdfs(base, report, pdfs)
  const parts = partsOf(base, oid, report).map((part) =>
    part.resourceType === 'DiagnosticReport' ? { ...part, presentedForm } : part,
  )
  return {
    resourceType: 'Bundle',
    type: 'document',
    identifier: { system: numbersOf(oid), value: report.report_no },
    timestamp: report.changed_at.toISOString(),
    entry: entriesOf(base, [
      toComposition(oid, report),
      toReportedPatient(oid, report),
      ...parts,
      ...(sitting ? [toImagingStudy(sitting)] : []),
    ]),
  }
}

const withPdfs = (base: string, report: OutsideReport, pdfs: readonly Buffer[]) =>
  attachmentsOf(base, report).map((attachment, at) => {
    const pdf = pdfs[at] ?? Buffer.alloc(0)
    return {
      ...attachment,
      data: pdf.toString('base64'),
      size: pdf.length,
      hash: createHash('sha1').update(pdf).digest('base64'),
    }
  })

function toReportedPatient(oid: string, { pid, snapshot, changed_at }: OutsideReport): Resource {
  return {
    resourceType: 'Patient',
    id: pid,
    meta: { lastUpdated: changed_at.toISOString() },
    identifier: [{ system: numbersOf(oid), value: snapshot.id }],
    name: [{ text: snapshot.name }],
    gender: genderOf(snapshot.gender),
  }
}
