import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  readDataset,
  toJson,
  type JsonDataset,
  type Read,
} from '../../platform/dicom/json-model.ts'
import type { DicomFile } from '../../platform/dicom/part10.ts'
import { audit, target } from '../audit/service.ts'
import { reportUid } from '../deliveries/uids.ts'
import { madeUid } from '../deliveries/sent-pictures.ts'
import { openArchived } from '../destinations/archived.ts'
import { documentOf, madeFile } from '../destinations/documents.ts'
import { notThere } from './admit.ts'
import { findReports, findStudies } from './queries.ts'

/** A file of a study, made when it is asked for. */
export interface Instance {
  uid: string
  file: () => Promise<DicomFile | null>
  /** The small picture; null of a document. */
  thumb: string | null
}

export interface Study {
  uid: string
  rid: string
  instances: readonly Instance[]
}

/** A sitting of the institution by the UID of its study. Who opens it is on record. */
export async function openStudy(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  uid: string,
): Promise<Study> {
  const { oid } = actor
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const asked = { study: [uid], number: '', name: '', accession: '', from: '', to: '' }
    const [row] = await findStudies(trx, oid, asked, { limit: 1, offset: 0 })
    if (!row) return null
    const about = target('archive', row.rid, { pid: row.pid })
    await audit(trx, { actor, ip, action: 'dicomweb.read', ...about })
    return { row, reports: await findReports(trx, oid, row.rid) }
  })
  const archived = found && (await openArchived(ctx, oid, found.row.rid))
  if (!found || !archived) throw notThere()
  const { person, pictures, eyes } = archived
  const shown = pictures.map((picture): Instance => {
    const eye = eyes.get(picture.image_index) ?? null
    const instance = madeUid(picture, person, eye)
    return {
      uid: instance,
      file: () => madeFile(ctx, person, picture, { eye, instance }),
      thumb: picture.thumb_key,
    }
  })
  const documents = found.reports.map(({ report_id, voided_at }): Instance => {
    const what = voided_at === null ? 'report' : 'void'
    const wanted = { oid, report_id, what, language: 'zh-CN' } as const
    const uid = reportUid(report_id, what)
    return { uid, file: () => documentOf(ctx, wanted, false), thumb: null }
  })
  return { uid, rid: found.row.rid, instances: [...shown, ...documents] }
}

export interface Opened {
  instance: Instance
  file: DicomFile
  elements: readonly Read[]
  series: string
}

const SERIES = '0020000E'

/** Each file of a study in turn, or those of a series or instance of it. Memory holds one at a time. */
export async function* opened(
  { instances }: Study,
  { series, instance }: { series?: string | undefined; instance?: string | undefined },
): AsyncGenerator<Opened> {
  for (const candidate of instances) {
    if (instance !== undefined && candidate.uid !== instance) continue
    const file = await candidate.file()
    if (file === null) continue
    const elements = readDataset(file.dataset)
    const own = elements.find(({ tag }) => tag === SERIES)?.value.toString('latin1') ?? ''
    const uid = own.replace(/[\0 ]+$/, '')
    if (series !== undefined && uid !== series) continue
    yield { instance: candidate, file, elements, series: uid }
  }
}

export const addressOf = (base: string, study: string, { instance, series }: Opened): string =>
  `${base}/studies/${study}/series/${series}/instances/${instance.uid}`

/**
 * What a file says, with the addresses of what is left out: each a path on the server that was asked (PS3.18 B.10), so
 * that a viewer asks its own proxy again.
 */
export const metadataOf = (base: string, study: string, opened: Opened): JsonDataset => {
  const at = new URL(addressOf(base, study, opened)).pathname
  return {
    ...toJson(opened.elements, (tag) => `${at}/bulkdata/${tag}`),
    // The form of the pixels behind that address.
    '00083002': { vr: 'UI', Value: [opened.file.syntax] },
  }
}
