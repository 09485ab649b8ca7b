import { ERROR, Eye, type Modality, type ReportedEye } from '@mingmou/contract'
import type { Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { awaitedOf, findReadings, isRead } from '../sittings/readings.ts'

const AWAITS = {
  first: 'reading_awaits_first',
  second: 'reading_awaits_second',
  arbitrator: 'reading_awaits_arbitrator',
} as const

/** Refuses a report before the readings of its sitting have ended, and one that says another thing than they ended in. */
export async function requireReadings(
  trx: Trx,
  { oid, reading_rule = 'none' }: Clinician,
  { rid, modality, eyes }: { rid: string; modality: Modality; eyes: readonly ReportedEye[] },
): Promise<void> {
  if (reading_rule === 'none' || !isRead({ modality, status: 'done' })) return
  const readings = await findReadings(trx, oid, rid)
  const awaits = awaitedOf(readings)
  if (awaits !== null) throw new Refusal(ERROR.conflict, AWAITS[awaits])
  const ended = readings.at(-1)?.eyes
  const isOther = Eye.options.some((eye) => {
    const read = ended?.[eye] ?? null
    const now = eyes.find((judged) => judged.eye === eye)
    return read !== null && (now === undefined || !says(now, read))
  })
  if (isOther) throw new Refusal(ERROR.conflict, 'reading_says_other')
}

type Read = NonNullable<Awaited<ReturnType<typeof findReadings>>[number]['eyes']['OD']>

const isSuspect = (band: string | null) => band === 'suspect' || band === 'high'

/** Where a reader could not say, the machine's own suspicion stands. */
const says = (now: ReportedEye, { stage, oedema, glaucoma }: Read): boolean =>
  now.stage === stage &&
  (oedema === 'unsure' || (now.oedema === true) === (oedema === 'yes')) &&
  (glaucoma === 'unsure' || isSuspect(now.glaucoma) === (glaucoma === 'yes'))
