import { beginOf, modalityOf, askedName, PRODUCT_VERSION, type Eye } from '@mingmou/contract'
import { dicomPlace } from '@mingmou/analysis/image'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { SOP } from '../../platform/dicom/classes.ts'
import type { Code } from '../../platform/dicom/document.ts'
import { part10, type DicomFile } from '../../platform/dicom/part10.ts'
import {
  structuredReport,
  type Instance,
  type Measured,
} from '../../platform/dicom/structured-report.ts'
import { measurementsUid, reportUid, studyUid } from '../deliveries/uids.ts'
import { findOutside } from '../reports/outside.ts'
import type { Stated } from '../reports/stated-value.ts'
import { statedIn } from '../reports/stated.ts'
import { findWhole } from '../reports/whole.ts'
import { findPerson, personName, shownIn, sourceFile, subjectOf, type Wanted } from './documents.ts'
import { findPictures } from './queries.ts'

/** The coding scheme of our own codes. */
const OWN = '99MINGMOU'
const ANSWERS: Record<'yes' | 'no', Code> = {
  yes: ['373066001', 'SCT', 'Yes'],
  no: ['373067005', 'SCT', 'No'],
}
/** Viewers put it behind photographs and reports. */
const SERIES = { seriesDescription: 'Measurements', seriesNumber: 5 }

/**
 * What a report states as a structured report of DICOM, from the list that FHIR and HL7 tell; null where the report is
 * gone. It is the same for every archive, and names the one that it takes the place of.
 */
export async function measurementsOf(
  ctx: Context,
  { oid, report_id, what }: Wanted,
): Promise<DicomFile | null> {
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const [report] = await findOutside(trx, oid, { report_id }, 1)
    const patient = report && (await findPerson(trx, oid, report.pid, report.snapshot))
    if (!patient) return null
    const pictures = await findPictures(trx, oid, [report.rid])
    const voided = (await findWhole(trx, oid, report_id))?.standing.voided ?? null
    return { report, patient, pictures, voided }
  })
  if (!found) return null
  const { report, patient, pictures, voided } = found
  const { snapshot, rid } = report
  const isVoid = what === 'measurements_void' && voided !== null
  const sources = await Promise.all(
    shownIn(snapshot).flatMap(({ image_index, eye }) =>
      pictures
        .filter((picture) => picture.image_index === image_index)
        .map(async (picture) => instanceIn(await sourceFile(ctx, patient, picture, eye))),
    ),
  )
  const made = (of: string): Instance => ({
    sopClass: SOP.comprehensiveSr,
    study: studyUid(rid),
    series: measurementsUid(rid),
    instance: reportUid(of, 'measurements'),
  })
  const former = isVoid ? report_id : report.supersedes
  const subject = subjectOf(patient, {
    study: studyUid(rid),
    studyDescription: askedName(modalityOf(snapshot.diagnosis_class).key),
    series: measurementsUid(rid),
    ...SERIES,
    instance: reportUid(report_id, isVoid ? 'measurements_void' : 'measurements'),
    day: snapshot.record_date,
  })
  const stated = statedIn(report)
  const eyes = (['OD', 'OS'] as const).map((eye) => ({ eye, measured: measuredOf(stated, eye) }))
  return structuredReport(subject, {
    made: new Date(isVoid ? voided.at : snapshot.report_time),
    version: PRODUCT_VERSION,
    clinician: personName(snapshot.clinician),
    organization: snapshot.organization.name,
    opinion: snapshot.opinion,
    voided: isVoid ? voided.reason : null,
    sources: isVoid ? [] : sources.filter((source) => source !== null),
    replaces: former === null ? [] : [made(former)],
    eyes: eyes.filter(({ measured }) => measured.length > 0),
  })
}

/** Where a photograph lies, as its own file says; null where that says nothing of it. */
function instanceIn(file: DicomFile): Instance | null {
  const place = dicomPlace(part10(file))
  return place && { ...place, sopClass: file.sopClass, instance: file.sopInstance }
}

const measuredOf = (stated: readonly Stated[], eye: Eye): Measured[] =>
  stated.filter((statement) => statement.eye === eye).map(measuredAs)

/** A meaning has 64 signs (PS3.5 6.2). What is cut stands below it as a whole. */
const MOST = 64
const meaning = (code: string, display: string): Code => [code, OWN, beginOf(display, MOST)]
const cut = (display: string) => (display.length > MOST ? display : '')
/** At most sixteen signs. */
const decimal = (value: number) =>
  String(value).length <= 16 ? String(value) : value.toPrecision(9)

function measuredAs({ key, display, value, note = '', byClinician, method }: Stated): Measured {
  const concept = meaning(key, display)
  const by = byClinician ? 'stated by the clinician' : method
  const comment = (...more: string[]) =>
    [cut(display), ...more, note, by].filter((text) => text !== '').join('\n')
  if (value.kind === 'absent')
    return { concept, value: { kind: 'words', value: value.why }, comment: comment() }
  if (value.kind === 'flag')
    return {
      concept,
      value: { kind: 'code', value: ANSWERS[value.value ? 'yes' : 'no'] },
      comment: comment(),
    }
  if (value.kind === 'coded') {
    const { code, display: said, text = '' } = value
    return {
      concept,
      value: { kind: 'code', value: meaning(code, said) },
      comment: comment(text === '' ? cut(said) : text),
    }
  }
  const unit: Code = [value.code, 'UCUM', value.unit]
  return {
    concept,
    value: { kind: 'number', value: decimal(value.value), unit },
    comment: comment(),
  }
}
