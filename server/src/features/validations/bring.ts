import { extname } from 'node:path'
import {
  ERROR,
  IMAGE_LIMITS,
  PATIENT_IMPORT,
  type bringValidation,
  type BodyOf,
  type DataOf,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid } from '../../http/refusal.ts'
import type { Waiter } from '../../http/turns.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { FileMissing, FileTooLarge } from '../../platform/files/files.ts'
import { typeOf } from '../../platform/files/keys.ts'
import { audit } from '../audit/service.ts'
import { refusedUpload } from '../files/refused-upload.ts'
import { isUploadOf } from '../files/service.ts'
import { tableReader } from '../files/tables.ts'
import { removeUploads } from '../files/unfiled.ts'
import { takeStorage } from '../institutions/quota.ts'
import * as queries from './queries.ts'
import type { ReadingsAsked, ReadingsTold } from './readings.ts'
import { about, refuseSecond } from './service.ts'
import { sendNext } from './validate.handler.ts'

type Asked = BodyOf<typeof bringValidation>

const readBeside = tableReader<ReadingsTold>()

/** Where the photographs of a study lie. They are study material, and no patient's. */
export const folderOf = (oid: string, validation_id: string) =>
  `validations/${oid}/${validation_id}`

/** Starts a study of photographs that were uploaded, with a table of what readers say of them. */
export async function bring(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { name, table, files }: Asked,
): Promise<DataOf<typeof bringValidation>> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, (trx) => refuseSecond(trx, oid))
  if (!isUploadOf(actor, 'patients', table)) throw invalid({ table: 'not_allowed' })
  for (const { key } of files)
    if (!isUploadOf(actor, 'fundus', key))
      throw refusedUpload(ERROR.uploadUnfinished, 'image_missing', key)
  const { readings, rows } = await readingsOf(ctx, { actor, ip }, table, files)
  const validation_id = newId()
  const kept: string[] = []
  try {
    const bytes = await keepFiles(ctx, folderOf(oid, validation_id), files, kept)
    await withInstitution(ctx.db, oid, async (trx) => {
      await refuseSecond(trx, oid)
      await takeStorage(trx, oid, bytes)
      const total = files.length
      await queries.insertStudy(trx, {
        validation_id,
        oid,
        name,
        source: 'photographs',
        total,
        created_by: uid,
        start_date: null,
        end_date: null,
        again_of: null,
        figures: null,
        stored_bytes: String(bytes),
      })
      await queries.insertCases(
        trx,
        readings.map(({ reader, ...reading }, at) => ({
          validation_id,
          place: at + 1,
          oid,
          ...reading,
          pid: null,
          rid: null,
          report_id: null,
          analysis_record_id: null,
          file_key: kept[at] ?? '',
          thumb_key: null,
          machine: null,
          file_name: files[at]?.file_name ?? '',
          reader: JSON.stringify(reader),
          stated: '[]',
        })),
      )
      const detail = { source: 'photographs', cases: total }
      await audit(trx, { actor, ip, action: 'validation.start', ...about(validation_id), detail })
      await sendNext(ctx, trx, { validation_id, oid, created_by: uid })
    })
  } catch (error) {
    await ctx.files.remove(kept)
    throw error
  }
  await removeUploads(ctx, [table, ...files.map(({ key }) => key)])
  return { validation_id, unused: rows - files.length }
}

async function readingsOf(ctx: Context, by: Waiter, table: string, files: Asked['files']) {
  const read = await ctx.files.read(table, PATIENT_IMPORT.maxBytes).catch((error: unknown) => {
    if (error instanceof FileTooLarge || error instanceof FileMissing)
      throw invalid({ table: 'not_allowed' })
    throw error
  })
  const file_names = files.map(({ file_name }) => file_name)
  const bytes = new Uint8Array(read)
  const asked = { of: 'readings', bytes, file_names } satisfies ReadingsAsked
  const told = await readBeside(by, asked)
  if ('refused' in told) throw invalid({ table: told.refused })
  return told
}

/** Keeps the uploads as they came; the worker opens each. Returns their bytes. */
async function keepFiles(
  ctx: Context,
  folder: string,
  files: Asked['files'],
  kept: string[],
): Promise<number> {
  let bytes = 0
  for (const [at, { key }] of files.entries()) {
    const found = await ctx.files.stat(key)
    if (!found) throw refusedUpload(ERROR.uploadUnfinished, 'image_missing', key)
    if (found.size > IMAGE_LIMITS.maxBytes)
      throw refusedUpload(ERROR.imageRefused, 'image_too_large', key)
    const file_key = `${folder}/${at + 1}${extname(key).toLowerCase()}`
    kept.push(file_key)
    await ctx.files.copy(key, file_key, typeOf(key))
    bytes += found.size
  }
  return bytes
}
