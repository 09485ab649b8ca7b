import { ANALYSERS } from '@mingmou/analysis'
import { today } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { predict } from '../analyses/service.ts'
import { createArchive } from '../archives/service.ts'
import { addPatientRecord } from '../patients/service.ts'
import type { demoJob } from './demo.job.ts'
import { DEMO_PATIENTS, type DemoPatient } from './people.ts'
import { findCards, findSitting } from './queries.ts'

type Data = (typeof demoJob)['data']['_output']

const DEVICE = '绘制图像（演示）'
const EYES = ['OD', 'OS'] as const
const DAY_MS = 86_400_000
const BEHIND_PEOPLE = -1

/** Fills the demonstration by the services that fill any institution; run again, it adds what is missing. */
export function handleDemo(ctx: Context): Handler<Data> {
  return async ({ data: { oid, uid }, signal }) => {
    const actor = { uid, oid, sid: '', role: '4', name: '演示医生', account_type: 2 } as const
    const caller: Caller<Clinician> = { actor, ip: '', language: 'zh-CN' }
    const cards = await withInstitution(ctx.db, oid, (trx) => findCards(trx, oid))
    for (const patient of DEMO_PATIENTS) {
      const known = cards.get(patient.record.ad_card_number)
      if (known?.deleted) continue
      const pid = known?.pid ?? (await addPatientRecord(ctx, caller, patient.record)).pid
      for (const sitting of patient.sittings) {
        signal.throwIfAborted()
        await addSitting(ctx, caller, pid, sitting)
      }
    }
  }
}

/** Both eyes, drawn; and their analysis. */
async function addSitting(
  ctx: Context,
  caller: Caller<Clinician>,
  pid: string,
  { modality, seed, daysAgo, drawing }: DemoPatient['sittings'][number],
): Promise<void> {
  const { oid, uid } = caller.actor
  const files_path = EYES.map((eye) => `uploads/${modality}/${oid}/demo-${seed}/DEMO-${eye}.jpg`)
  const made = await withInstitution(ctx.db, oid, (trx) => findSitting(trx, oid, files_path))
  if (made?.analysed) return
  let rid = made?.rid
  if (rid === undefined) {
    for (const [index, eye] of EYES.entries()) {
      const { demo } = ANALYSERS[modality]
      const image = await demo.draw(seed + index, drawing, { eye, caption: 'DEMO' })
      await ctx.files.put(files_path[index] ?? '', image, 'image/jpeg')
    }
    const record_date = today(new Date(ctx.now().getTime() - daysAgo * DAY_MS))
    const archive = { pid, record_date, collect_device: DEVICE, img_type: 1, files_path } as const
    rid = (await createArchive(ctx, caller, modality, { ...archive, files_path }, false)).rid
  }
  await predict(ctx, caller, modality, { image_id: rid, uid }, BEHIND_PEOPLE)
}

/** A demonstration that could not be filled stays as it is. */
export function giveUpDemo(ctx: Context): GiveUp<Data> {
  return (_, reason) => {
    ctx.log.error({ reason }, 'the demonstration could not be filled')
    return Promise.resolve()
  }
}
