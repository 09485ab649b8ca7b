import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { modalityOf } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { entriesOf, partsOf } from '../fhir/document.ts'
import { toPatient } from '../fhir/people.ts'
import { baseOf } from '../fhir/resource.ts'
import { toImagingStudy } from '../fhir/study.ts'
import { pdfOf } from '../reports/pdf/make.ts'
import { openOwnReport, readReport, type OpenedReport } from '../reports/service.ts'
import { pageOf } from './page.ts'
import type { Folder } from './read.ts'

/** The folder of a patient: memory holds one file of it at a time. */
export async function* zipOf(
  ctx: Context,
  caller: Caller<Clinician>,
  folder: Folder,
): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    // Nothing here is asynchronous: `push` throws it.
    if (error) throw error
    if (chunk.length > 0) ready.push(Buffer.from(chunk))
  })
  const text = (name: string, content: string) => {
    const entry = new ZipDeflate(name)
    zip.add(entry)
    entry.push(Buffer.from(content), true)
  }
  const bytes = (name: string, content: Buffer) => {
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    entry.push(content, true)
  }
  text('index.html', pageOf(folder, caller.language))
  text('fhir.json', JSON.stringify(bundleOf(ctx, caller.actor.oid, folder), null, 1))
  const opened: OpenedReport[] = []
  for (const { report_no } of folder.reports) {
    const report = await openOwnReport(ctx, caller, report_no)
    bytes(`reports/${report_no}.pdf`, await pdfOf(ctx, caller, report, caller.language))
    opened.push(report)
    yield* ready.splice(0)
  }
  text('patient.json', JSON.stringify(dataOf(folder, opened, caller), null, 1))
  for (const { pictures } of folder.sittings)
    for (const { path, file_key, came, came_key } of pictures) {
      bytes(path, await ctx.files.read(file_key))
      if (came !== null && came_key !== null) bytes(came, await ctx.files.read(came_key))
      yield* ready.splice(0)
    }
  zip.end()
  yield* ready.splice(0)
}

/** What is known of the patient as plain data, with the words of each report. */
function dataOf(folder: Folder, opened: readonly OpenedReport[], { language }: Caller<Clinician>) {
  const { form, sittings, reports } = folder
  return {
    patient: form,
    sittings: sittings.map((sitting) => ({
      sitting: sitting.rid,
      modality: sitting.modality,
      record_date: sitting.record_date,
      device: sitting.collect_device,
      machine: sitting.eyes,
      images: sitting.pictures.map(({ path, came, eye }) => ({ file: path, original: came, eye })),
    })),
    reports: reports.map(({ report_no, state, created_at, rid, snapshot }, at) => ({
      report_no,
      state,
      signed_at: created_at.toISOString(),
      sitting: rid,
      clinician: snapshot.clinician,
      opinion: snapshot.opinion,
      eyes: snapshot.outcomes,
      modality: modalityOf(snapshot.diagnosis_class).key,
      document: opened[at] && readReport(opened[at], language),
    })),
  }
}

/** Patient, sittings and signed reports as FHIR R4 has them, in one bundle that needs no server. */
function bundleOf(ctx: Context, oid: string, { row, sittings, reports }: Folder): object {
  const base = baseOf(ctx)
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: ctx.now().toISOString(),
    entry: entriesOf(base, [
      toPatient(row),
      ...sittings.map(toImagingStudy),
      ...reports.flatMap((report) => partsOf(base, oid, report)),
    ]),
  }
}
