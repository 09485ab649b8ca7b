import {
  archiveEntry,
  ERROR,
  MODALITY,
  type Archive,
  type ArchiveCalls,
  type BodyOf,
  type Modality,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { cancelAnalyses } from '../sittings/cancel.ts'
import { analyseAnew, startAnalysis } from '../analyses/start.ts'
import { keepEyes } from '../judgements/stated-eyes.ts'
import { audit, target } from '../audit/service.ts'
import type { SaidOf } from '../batch/differences.ts'
import { sourcedEyes } from '../batch/eyes.ts'
import { underOwnNames } from '../batch/own-names.ts'
import { settlePictures } from '../deliveries/settle-pictures.ts'
import { removeUploads } from '../files/unfiled.ts'
import { fullQueueOf, takeStorage } from '../institutions/quota.ts'
import { analysesOnSaving } from '../institutions/on-saving.ts'
import { closeFulfilled } from '../orders/close.ts'
import { findPatient, holdPatient } from '../patients/patient.ts'
import { refusedUpload } from '../files/refused-upload.ts'
import { holdArchive } from '../sittings/archive.ts'
import { refuseDiffering } from './differing.ts'
import { checkKeys, takeIn } from './intake.ts'
import * as archives from './queries.ts'
import { findJoined, joinSitting, Unjoinable } from './join.ts'
import { refuseRepeats } from './repeats.ts'

type Calls = ArchiveCalls

const usersOf = (ctx: Context, oid: string, keys: readonly string[]) =>
  withInstitution(ctx.db, oid, (trx) => archives.findUsers(trx, oid, keys))

function refuseUsed([used]: readonly archives.UploadUser[]): void {
  if (used) throw refusedUpload(ERROR.conflict, 'image_repeated', used.upload_key)
}

/** The fields of an archive that can be changed later, as its row holds them. */
export function lastingFields(modality: Modality, own: object): string {
  const { fields } = archiveEntry(modality).archive
  return JSON.stringify(Object.fromEntries(Object.entries(own).filter(([name]) => name in fields)))
}

/** The analysis starts too where the institution or `analyse` says so. */
export async function createArchive(
  ctx: Context,
  caller: Caller<Clinician>,
  modality: Modality,
  body: BodyOf<Calls['create']>,
  analyse?: boolean,
): Promise<{ rid: string }> {
  const { actor } = caller
  const {
    pid,
    record_date,
    collect_device,
    files_path,
    repeated,
    eyes,
    batch,
    confirmed,
    join,
    names,
    ...own
  } = body
  if (eyes && eyes.length !== files_path.length) throw invalid({ eyes: 'wrong_type' })
  if (names && names.length !== files_path.length) throw invalid({ names: 'wrong_type' })
  const scale = archiveEntry(modality).statedScale?.(own)
  const fields = lastingFields(modality, own)
  const sitting = { pid, modality, record_date, collect_device, fields }
  const joined = await withInstitution(ctx.db, actor.oid, async (trx) => {
    if (!(await findPatient(trx, actor.oid, pid))) throw notFound()
    checkKeys(actor, modality, files_path)
    refuseUsed(await archives.findUsers(trx, actor.oid, files_path))
    return join ? findJoined(trx, actor.oid, sitting, files_path.length) : undefined
  })
  const rid = joined ?? newId()
  const place = joined === undefined ? rid : `${rid}/${newId()}`
  const write = async (taken: archives.NewImage[], bytes: number, said: SaidOf[]) => {
    const images = await underOwnNames(ctx, actor, taken, names)
    await refuseDiffering(ctx, caller, said, body, images)
    if (repeated) await refuseRepeats(ctx, caller, modality, images, repeated)
    await withInstitution(ctx.db, actor.oid, async (trx) => {
      const first =
        joined === undefined
          ? await insertIn(ctx, trx, caller, { rid, ...sitting, stored_bytes: bytes }, images, {
              analyse,
              batch,
              confirmed,
            })
          : await joinSitting(ctx, trx, caller, { rid, modality, bytes }, images)
      await takeStorage(trx, actor.oid, bytes)
      const stated = await sourcedEyes(trx, actor, said, eyes ?? [])
      await keepEyes(trx, { actor, at: ctx.now() }, { rid, first }, stated)
      await closeFulfilled(
        ctx,
        trx,
        caller,
        { rid, pid, modality, record_date },
        {
          accessions: said.flatMap(({ dicom }) => dicom?.accession || []),
          eyes: stated.map((sourced) => sourced?.eye ?? null),
        },
      )
    })
  }
  try {
    await keepUploads(ctx, caller, { place, files_path, scale }, write)
  } catch (error) {
    if (error instanceof Unjoinable)
      return createArchive(ctx, caller, modality, { ...body, join: false }, analyse)
    throw error
  }
  return { rid }
}

/**
 * Writes the files of an archive first, durably, and has `write` add the rows that name them, all or
 * none. A failure leaves nothing behind.
 */
export async function keepUploads(
  ctx: Context,
  by: Caller<Clinician>,
  {
    place,
    files_path,
    scale,
  }: { place: string; files_path: readonly string[]; scale?: number | undefined },
  write: (images: archives.NewImage[], bytes: number, said: SaidOf[]) => Promise<void>,
): Promise<void> {
  const { oid } = by.actor
  const kept: string[] = []
  try {
    const wanted = { folder: `archives/${oid}/${place}`, uploads: files_path, stated: scale }
    const taken = await takeIn(ctx, by, wanted, kept)
    await write(taken.images, taken.bytes, taken.said)
  } catch (error) {
    // The database decides: the archive may be there although the connection was lost at the
    // commit.
    const users = await usersOf(ctx, oid, files_path)
    if (!users.some(({ file_key }) => kept.includes(file_key))) {
      await ctx.files.remove(kept)
      refuseUsed(users)
      throw error
    }
  }
  await removeUploads(ctx, files_path).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'used uploads stay until they are swept')
  })
}

/** A sitting of more photographs waits like a batch, so that a single photograph comes before it. */
const SINGLE_IMAGES = 4

/**
 * The archive with its images, in a transaction with its entry in the audit log and its analysis. Returns the place of
 * the first image.
 */
export async function insertIn(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Caller<Clinician>,
  fields: Pick<
    archives.NewArchive,
    'rid' | 'pid' | 'modality' | 'record_date' | 'collect_device' | 'fields' | 'stored_bytes'
  >,
  images: readonly archives.NewImage[],
  {
    analyse,
    batch,
    confirmed = [],
  }: Partial<Pick<BodyOf<Calls['create']>, 'batch' | 'confirmed'>> & {
    analyse?: boolean | undefined
  } = {},
): Promise<number> {
  const { oid, uid } = actor
  if (!(await holdPatient(trx, oid, fields.pid))) throw notFound()
  const archive = { ...fields, oid, created_by: uid }
  if (!(await archives.insertArchive(trx, archive, images))) {
    throw new Refusal(ERROR.conflict, 'already_exists')
  }
  const { pid, rid, modality } = fields
  const sure = confirmed.flat()
  const detail = { modality, images: images.length, ...(sure.length > 0 && { confirmed: sure }) }
  await audit(trx, { actor, ip, action: 'archive.add', ...about(fields), detail })
  await ctx.events.send(trx, { oid }, 'worklist', { image_id: rid })
  const wanted = analyse ?? (await analysesOnSaving(trx, oid))
  // A photograph is kept although its analysis has to be asked for later.
  if (wanted && (await fullQueueOf(trx, oid)) === null) {
    const many = images.length > SINGLE_IMAGES
    await startAnalysis(ctx, trx, { actor, ip }, { pid, rid, modality }, batch ?? many)
  }
  return 0
}

/** A change of what the analysis has read starts it anew. Reports stay, and say so. */
export async function changeArchive(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  { rid, record_date, collect_device, ...own }: BodyOf<Calls['set']>,
): Promise<void> {
  await withInstitution(ctx.db, actor.oid, async (trx) => {
    const archive = await holdArchive(trx, actor.oid, rid, modality, 'change')
    if (!archive) throw notFound()
    const fields = { record_date, collect_device, fields: JSON.stringify(own) }
    await archives.updateArchive(trx, actor.oid, rid, fields)
    await audit(trx, { actor, ip, action: 'archive.set', ...about({ ...archive, rid }) })
    await analyseAnew(ctx, trx, { actor, ip }, { pid: archive.pid, rid, modality })
  })
}

/** Hides the archive and its analyses; its reports stay. */
export async function deleteArchive(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  rid: string,
): Promise<void> {
  await withInstitution(ctx.db, actor.oid, (trx) =>
    hideSitting(ctx, trx, { actor, ip }, modality, rid),
  )
}

/** The same in a transaction with what else follows from it. */
export async function hideSitting(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  modality: Modality,
  rid: string,
): Promise<void> {
  const archive = await holdArchive(trx, actor.oid, rid, modality, 'change')
  if (!archive) throw notFound()
  await archives.hideArchive(trx, actor.oid, rid)
  await cancelAnalyses(trx, actor.oid, { rid })
  await settlePictures(ctx, trx, actor, { rids: [rid] })
  await audit(trx, { actor, ip, action: 'archive.delete', ...about({ ...archive, rid }) })
}

export async function listArchives(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  pid: string,
): Promise<{ rows: Archive[] }> {
  const rows = await withInstitution(ctx.db, actor.oid, async (trx) => {
    if (!(await findPatient(trx, actor.oid, pid))) throw notFound()
    const about = { ...target('patient', pid), detail: { modality } }
    await audit(trx, { actor, ip, action: 'archive.list', ...about })
    return archives.findArchives(trx, actor.oid, pid, modality)
  })
  return { rows: await Promise.all(rows.map((row) => toArchive(ctx, row))) }
}

async function toArchive(ctx: Context, row: archives.ArchiveRow): Promise<Archive> {
  return {
    ...row.fields,
    rid: row.rid,
    pid: row.pid,
    record_date: row.record_date,
    collect_device: row.collect_device,
    created_at: row.created_at.toISOString(),
    images: await Promise.all(
      row.images.map(async ({ file_key, thumb_key, filed_as, filed_from, ...image }) => ({
        ...image,
        image_url: await ctx.files.signedUrl(file_key),
        thumb_url: await ctx.files.signedUrl(thumb_key),
        filed_as: filed_as.map(toOther),
        filed_from: filed_from && toOther(filed_from),
      })),
    ),
  }
}

const toOther = ({
  modality,
  ...other
}: {
  modality: Modality
  rid: string
  record_date: string
}) => ({
  diagnosis_class: MODALITY[modality].class,
  ...other,
})

const about = ({ rid, pid }: { rid: string; pid: string }) => target('archive', rid, { pid })
