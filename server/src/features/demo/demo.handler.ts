import { today, type Modality } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { keepAnalysis } from '../analyses/keep.ts'
import { createArchive } from '../archives/service.ts'
import type { demoJob } from './demo.job.ts'
import { drawSitting } from './draw.ts'
import { readFound } from './found.ts'
import { addDemoPatients, demoCaller } from './patients.ts'
import { DEMO_PATIENTS, type DrawnSitting } from './people.ts'
import { findSitting } from './queries.ts'

type Data = (typeof demoJob)['data']['_output']

const DEVICE = '绘制图像（演示）'
const DAY_MS = 86_400_000

/**
 * Fills the demonstration with the services of any institution. A second run adds the missing
 * parts.
 */
export function handleDemo(ctx: Context): Handler<Data> {
  return async ({ data, signal }) => {
    const caller = demoCaller(data)
    const pids = await addDemoPatients(ctx, caller)
    for (const { record, sittings } of DEMO_PATIENTS) {
      const pid = pids.get(record.ad_card_number)
      if (pid === undefined) continue
      for (const sitting of sittings) {
        signal.throwIfAborted()
        await addSitting(ctx, caller, pid, sitting)
      }
    }
    ctx.log.info('the demonstration is complete')
  }
}

/**
 * Draws both eyes and stores their findings, so that no analysis waits behind those of the
 * demonstration.
 */
async function addSitting(
  ctx: Context,
  caller: Caller<Clinician>,
  pid: string,
  sitting: DrawnSitting,
): Promise<void> {
  const { oid } = caller.actor
  const { modality } = sitting
  const folder = `uploads/${modality}/${oid}/demo-${sitting.seed}`
  const photographs = await drawSitting(sitting)
  const files_path = photographs.map(({ name }) => `${folder}/${name}`)
  const made = await withInstitution(ctx.db, oid, (trx) => findSitting(trx, oid, files_path))
  if (made?.analysed) return
  let rid = made?.rid
  if (rid === undefined) {
    for (const { name, bytes } of photographs) {
      await ctx.files.put(`${folder}/${name}`, bytes, 'image/jpeg')
    }
    const record_date = today(new Date(ctx.now().getTime() - sitting.daysAgo * DAY_MS))
    const archive = { pid, record_date, collect_device: DEVICE, img_type: 1, files_path } as const
    rid = (await createArchive(ctx, caller, modality, { ...archive, files_path }, false)).rid
  }
  await keepFound(ctx, caller, { pid, rid, modality }, sitting)
}

async function keepFound(
  ctx: Context,
  { actor: { oid, uid } }: Caller<Clinician>,
  archive: { pid: string; rid: string; modality: Modality },
  sitting: DrawnSitting,
): Promise<void> {
  const analysis_record_id = newId()
  const outcomes = await Promise.all(
    (await readFound(sitting)).map(async ({ findings, overlays }, image_index) => ({
      image_index,
      findings,
      error: null,
      overlays: await Promise.all(
        overlays.map(async ({ name, png }) => {
          const key = `analyses/${oid}/${analysis_record_id}/${image_index}.${name}.png`
          await ctx.files.put(key, Buffer.from(png, 'base64'), 'image/png')
          return { name, key }
        }),
      ),
    })),
  )
  const analysis = { ...archive, analysis_record_id, requested_by: uid }
  await withInstitution(ctx.db, oid, (trx) => keepAnalysis(trx, oid, analysis, outcomes))
}

/** A demonstration that could not be filled stays as it is. */
export function giveUpDemo(ctx: Context): GiveUp<Data> {
  return (_, reason) => {
    ctx.log.error({ reason }, 'the demonstration could not be filled')
    return Promise.resolve()
  }
}
