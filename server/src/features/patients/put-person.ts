import { ERROR, type PatientInput } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Acting } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { holdByNumber, numbersAlike } from './by-number.ts'
import { addIn, changeIn } from './service.ts'
import { formOf, isSameForm, isSomebodyElse } from './upsert.ts'

export interface PutPerson {
  outcome: 'created' | 'updated' | 'unchanged'
  pid: string
  /** Numbers of others of the same name and birthday: a person may merge them. */
  alike: string[]
}

/**
 * Adds a patient whom another system says, or changes the one of this number in what is given. A number that seems to
 * be somebody else's is refused: a person has to look.
 */
export async function putPerson(
  ctx: Context,
  trx: Trx,
  caller: Acting,
  { ad_card_number: number, ...given }: PatientInput,
): Promise<PutPerson> {
  const { oid } = caller.actor
  const found = await holdByNumber(trx, oid, number)
  const told = (pid: string) => ctx.events.send(trx, { oid }, 'patients', { patient_id: pid })
  if (!found) {
    const pid = await addIn(trx, caller, { ad_card_number: number, ...given })
    await told(pid)
    return { outcome: 'created', pid, alike: await numbersAlike(trx, oid, given, pid) }
  }
  const { pid } = found
  if (isSomebodyElse(found, given)) throw new Refusal(ERROR.conflict, 'number_differs')
  const before = await formOf(trx, oid, found)
  const after = { ...before, ...given }
  if (isSameForm(before, after)) return { outcome: 'unchanged', pid, alike: [] }
  // What was not given is not written either.
  const { identifiers, ...rest } = after
  const numbers = given.identifiers === undefined ? {} : { identifiers }
  await changeIn(ctx, trx, caller, { pid, ...rest, ...numbers })
  await told(pid)
  return { outcome: 'updated', pid, alike: [] }
}
