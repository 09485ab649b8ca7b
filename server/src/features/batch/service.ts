import {
  BATCH,
  ERROR,
  type addBatchFile,
  type BatchEvidence,
  type BatchFile,
  type BatchPatient,
  type BodyOf,
  type setBatchFiles,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { lookAtUpload } from '../files/open-upload.ts'
import { refusedUpload } from '../files/refused-upload.ts'
import { audit, target } from '../audit/service.ts'
import { isUploadOf } from '../files/service.ts'
import { removeUploads } from '../files/unfiled.ts'
import { findOrdered } from '../orders/ordered.ts'
import { findPatient } from '../patients/patient.ts'
import { findAnew } from './anew.ts'
import { persons, readEvidence, saidBy } from './evidence.ts'
import { lookUp } from './look-up.ts'
import * as batch from './queries.ts'

type Read = { row: batch.BatchRow; suggestions: BatchPatient[]; ordered: BatchFile['ordered'] }

const namesakes = (trx: Trx, oid: string, name: string) =>
  name === '' ? Promise.resolve([]) : batch.findNamed(trx, oid, name)

/** The number is a patient's, and what stands beside it says neither yes nor no. */
const isUncontradicted = (left: BatchEvidence['patient']['left']) =>
  left === 'alike' || left === 'name_script' || left === 'name_unread' || left === 'birthday_unread'

/** For a row: the patient of the order that its file says, where a person chose another one. */
async function orderedOthers(trx: Trx, oid: string, rows: readonly batch.BatchRow[]) {
  const said = ({ facts }: batch.BatchRow) => facts?.dicom?.accession ?? ''
  const orders = await findOrdered(trx, oid, [...new Set(rows.flatMap((row) => said(row) || []))])
  return (row: batch.BatchRow): BatchFile['ordered'] => {
    const order = orders.find(({ accession }) => accession === said(row))
    if (!order || !row.patient || order.pid === row.patient.pid) return null
    return { pid: order.pid, name: order.name, ad_card_number: order.card }
  }
}

/** Every file of the own batch, with patients of the name or number that it says where none is proved. */
async function readBatch(trx: Trx, own: batch.Own, now: Date): Promise<Read[]> {
  const rows = await findAnew(trx, own, now)
  const named = new Map<string, BatchPatient[]>()
  const orderedFor = await orderedOthers(trx, own.oid, rows)
  const found: Read[] = []
  for (const row of rows) {
    const { said, patient } = row.evidence
    const ordered = orderedFor(row)
    if (row.patient || row.filed) {
      found.push({ row, suggestions: [], ordered })
      continue
    }
    const suggestions = named.get(said.name) ?? (await namesakes(trx, own.oid, said.name))
    named.set(said.name, suggestions)
    const numbered = isUncontradicted(patient.left) ? [said.number] : []
    const owners = persons(await batch.findNumbered(trx, own.oid, numbered)).map(
      ({ pid, name, card, gender, birthday }) => ({
        pid,
        name,
        gender,
        birthday,
        ad_card_number: card,
      }),
    )
    const others = suggestions.filter(({ pid }) => owners.every((owner) => owner.pid !== pid))
    found.push({ row, suggestions: [...owners, ...others], ordered })
  }
  return found
}

const isFull = (rows: readonly Read[]) =>
  rows.filter(({ row }) => row.filed === null && row.device === null).length >= BATCH.files
const batchFull = () => invalid({ key: 'batch_count' })

/** Checks an upload as an archive does, and keeps what it says of its patient. A second call answers the same. */
export async function addFile(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { modality, key, name, table }: BodyOf<typeof addBatchFile>,
): Promise<BatchFile> {
  const { oid, uid } = actor
  const own = { oid, uid }
  if (!isUploadOf(actor, modality, key))
    throw refusedUpload(ERROR.uploadUnfinished, 'image_missing', key)
  const before = await withInstitution(ctx.db, oid, (trx) => readBatch(trx, own, ctx.now()))
  const there = before.find(({ row }) => row.upload_key === key)
  if (there) return toFile(ctx, there)
  if (isFull(before)) throw batchFull()
  const { image, dicom, upload_sha256 } = await lookAtUpload(ctx, { actor, ip }, key)
  const said = saidBy(name, dicom, table ?? null)
  const thumb_key = `${key}.thumb.jpg`
  await ctx.files.put(thumb_key, image.thumb, 'image/jpeg')
  const add = async (trx: Trx) => {
    await batch.holdBatch(trx, own)
    const rows = await readBatch(trx, own, ctx.now())
    const same = rows.find(({ row }) => row.upload_key === key)
    if (same) return same
    if (isFull(rows)) throw batchFull()
    const known = await lookUp(trx, oid, [said])
    const { evidence, ...read } = readEvidence(said, modality, known, ctx.now())
    await batch.insertFile(trx, {
      upload_key: key,
      modality,
      file_name: name,
      thumb_key,
      upload_sha256,
      evidence: JSON.stringify(evidence),
      facts: JSON.stringify({ dicom: said.dicom, table: said.table }),
      ...read,
      oid,
      created_by: uid,
    })
    const about = read.pid === null ? {} : target('patient', read.pid)
    await audit(trx, { actor, ip, action: 'batch.add', ...about, detail: { modality } })
    return (await readBatch(trx, own, ctx.now())).find(({ row }) => row.upload_key === key)
  }
  const added = await withInstitution(ctx.db, oid, add).catch(async (error: unknown) => {
    await ctx.files.remove([thumb_key])
    throw error
  })
  if (!added) throw notFound()
  return toFile(ctx, added)
}

export async function openBatch(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
): Promise<{ rows: BatchFile[] }> {
  const { oid, uid } = actor
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const found = await readBatch(trx, { oid, uid }, ctx.now())
    await audit(trx, { actor, ip, action: 'batch.list', detail: { rows: found.length } })
    return found
  })
  return { rows: await Promise.all(found.map((entry) => toFile(ctx, entry))) }
}

/** What a person set stands over what the file says, and is named as set by hand. */
export async function setFiles(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { keys, pid, eye, record_date }: BodyOf<typeof setBatchFiles>,
): Promise<{ rows: BatchFile[] }> {
  const { oid, uid } = actor
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const patient = pid === undefined ? undefined : await findPatient(trx, oid, pid)
    if (pid !== undefined && !patient) throw notFound()
    const given = {
      ...(patient && { pid: patient.pid }),
      ...(eye && { eye }),
      ...(record_date && { record_date }),
    }
    if (!(await batch.updateFiles(trx, { oid, uid }, keys, given))) throw notFound()
    const about = patient ? target('patient', patient.pid) : {}
    const detail = { files: keys.length, set: Object.keys(given) }
    await audit(trx, { actor, ip, action: 'batch.set', ...about, detail })
    return readBatch(trx, { oid, uid }, ctx.now())
  })
  return { rows: await Promise.all(found.map((entry) => toFile(ctx, entry))) }
}

/** Uploads that were not filed go with their rows. */
export async function dropFiles(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  keys: readonly string[],
): Promise<void> {
  const { oid, uid } = actor
  const removed = await withInstitution(ctx.db, oid, async (trx) => {
    const rows = await batch.findBatch(trx, { oid, uid })
    const unfiled = rows.filter((row) => row.filed === null && keys.includes(row.upload_key))
    const thumbs = await batch.removeFiles(trx, { oid, uid }, keys)
    await audit(trx, { actor, ip, action: 'batch.drop', detail: { files: keys.length } })
    return [...unfiled.map(({ upload_key }) => upload_key), ...thumbs]
  })
  await removeUploads(ctx, removed)
}

async function toFile(ctx: Context, { row, suggestions, ordered }: Read): Promise<BatchFile> {
  return {
    key: row.upload_key,
    modality: row.modality,
    file_name: row.file_name,
    thumb_url: await ctx.files.signedUrl(row.thumb_key),
    patient: row.patient,
    eye: row.eye,
    record_date: row.record_date,
    evidence: row.evidence,
    suggestions,
    known: row.known,
    device: row.device,
    filed: row.filed,
    revocable: row.revocable ?? false,
    received_at: row.created_at.toISOString(),
    ordered,
  }
}
