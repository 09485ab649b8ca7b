import {
  ERROR,
  MODALITY,
  message,
  today,
  TRIAL,
  type AcceptedPhotograph,
  type addTrialPhotograph,
  type BodyOf,
  type DataOf,
  type listTrialPhotographs,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { refusedUpload } from '../files/refused-upload.ts'
import { insertIn, keepUploads, lastingFields } from '../archives/service.ts'
import { isUploadOf } from '../files/service.ts'
import { megabytes } from '../institutions/quota.ts'
import { countedTries, takeTry } from '../sessions/throttle.ts'
import * as trial from './queries.ts'
import { removePhotographs } from './remove.ts'
import { asTenant } from '../tenants/tenants.ts'

/** Nobody says by what and how a photograph was taken, and no page of a trial user shows it. */
const UNKNOWN = { collect_device: '-', img_type: 1 }

/** Keeps an uploaded photograph as an archive of its own. A second call with its key answers the same. */
export async function acceptPhotograph(
  ctx: Context,
  caller: Caller,
  { key, name }: BodyOf<typeof addTrialPhotograph>,
): Promise<AcceptedPhotograph> {
  const tenant = await asTenant(ctx, caller)
  const { oid } = tenant.actor
  if (!isUploadOf(caller.actor, 'experience', key))
    throw refusedUpload(ERROR.uploadUnfinished, 'image_missing', key)
  const find = () => withInstitution(ctx.db, oid, (trx) => trial.findByKeys(trx, oid, [key]))
  const [there] = await find()
  if (there) return toAccepted(ctx, there)
  const day = triesOfDay(ctx, caller.actor.uid)
  if ((await countedTries(ctx, day)) >= TRIAL.perDay) throw dayFull()
  await withInstitution(ctx.db, oid, (trx) => requireRoom(ctx, trx, oid))
  const limit = { count: TRIAL.perDay, windowSeconds: 2 * 86_400 }
  if ((await takeTry(ctx, day, limit)).over > 0) throw dayFull()
  const rid = newId()
  await keepUploads(ctx, tenant, { place: rid, files_path: [key] }, ([image], stored_bytes) =>
    withInstitution(ctx.db, oid, async (trx) => {
      if (!image) return
      const pid = await trial.holdTenant(trx, oid)
      await requireRoom(ctx, trx, oid, stored_bytes)
      await trial.addStored(trx, oid, stored_bytes)
      const sitting = { rid, pid, modality: 'fundus', record_date: today(ctx.now()) } as const
      const { collect_device, ...own } = UNKNOWN
      const archive = {
        ...sitting,
        collect_device,
        stored_bytes,
        fields: lastingFields(MODALITY.fundus.key, own),
      }
      await insertIn(ctx, trx, tenant, archive, [image], { analyse: false })
      const same = await trial.insertPhotograph(trx, {
        rid,
        oid,
        file_name: name,
        sha256: image.sha256,
        anal_id: null,
        image_index: null,
        created_by: caller.actor.uid,
        created_at: ctx.now(),
      })
      if (same !== undefined) throw new Refusal(ERROR.conflict, message('trial_repeated', same))
    }),
  )
  const [row] = await find()
  if (!row) throw new Refusal(ERROR.conflict, 'already_exists')
  return toAccepted(ctx, row)
}

/** How many may wait for their batch, and how many bytes are kept of all. */
async function requireRoom(ctx: Context, trx: Trx, oid: string, bytes = 1): Promise<void> {
  const { trialBytes } = ctx.config
  if ((await trial.findAccepted(trx, oid)).length >= TRIAL.perBatch)
    throw new Refusal(ERROR.limitReached, message('trial_full', TRIAL.perBatch))
  const stored = await trial.findStored(trx, oid)
  if (stored.own + bytes > trialBytes.account)
    throw new Refusal(ERROR.limitReached, message('trial_kept', megabytes(trialBytes.account)))
  if (stored.all + bytes > trialBytes.all) throw new Refusal(ERROR.limitReached, 'trial_kept_all')
}

/** The tries of a day in Asia/Shanghai. Nothing gives one back: each may have cost the opening of a photograph. */
const triesOfDay = (ctx: Context, uid: string) => `trial photographs of ${uid} ${today(ctx.now())}`

const dayFull = () => new Refusal(ERROR.limitReached, message('trial_day_full', TRIAL.perDay))

export async function listAccepted(
  ctx: Context,
  caller: Caller,
): Promise<DataOf<typeof listTrialPhotographs>> {
  const { oid } = (await asTenant(ctx, caller)).actor
  const rows = await withInstitution(ctx.db, oid, (trx) => trial.findAccepted(trx, oid))
  const tried = await countedTries(ctx, triesOfDay(ctx, caller.actor.uid))
  const left_today = Math.max(0, TRIAL.perDay - tried)
  return { rows: await Promise.all(rows.map((row) => toAccepted(ctx, row))), left_today }
}

/** Photographs of a batch stay. */
export async function dropAccepted(
  ctx: Context,
  caller: Caller,
  keys: readonly string[],
): Promise<void> {
  const tenant: Caller<Clinician> = await asTenant(ctx, caller)
  const { oid } = tenant.actor
  await removePhotographs(ctx, oid, tenant, async (trx) => {
    const rows = await trial.findAccepted(trx, oid)
    return rows.filter(({ upload_key }) => keys.includes(upload_key)).map(({ rid }) => rid)
  })
}

async function toAccepted(
  ctx: Context,
  { upload_key, upload_sha256, file_name, thumb_key }: trial.AcceptedRow,
): Promise<AcceptedPhotograph> {
  const thumb_url = await ctx.files.signedUrl(thumb_key)
  return { key: upload_key, sha256: upload_sha256, file_name, thumb_url }
}
