import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { addPatientRecord } from '../patients/service.ts'
import { DEMO_PATIENTS } from './people.ts'
import { findCards } from './queries.ts'

/** The clinician who fills the demonstration. */
export const demoCaller = ({ oid, uid }: { oid: string; uid: string }): Caller<Clinician> => ({
  actor: { uid, oid, sid: '', role: '4', name: '演示医生', account_type: 2 },
  ip: '',
  language: 'zh-CN',
})

/** Adds the missing patients. Returns those that are not deleted, by their card. */
export async function addDemoPatients(
  ctx: Context,
  caller: Caller<Clinician>,
): Promise<Map<string, string>> {
  const { oid } = caller.actor
  const cards = await withInstitution(ctx.db, oid, (trx) => findCards(trx, oid))
  const pids = new Map<string, string>()
  // The newest stands first in the list, so the first case is added last.
  for (const { record } of DEMO_PATIENTS.toReversed()) {
    const known = cards.get(record.ad_card_number)
    if (known?.deleted) continue
    const { pid } = known ?? (await addPatientRecord(ctx, caller, record))
    pids.set(record.ad_card_number, pid)
  }
  return pids
}
