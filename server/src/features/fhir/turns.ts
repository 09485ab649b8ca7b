import type { Context } from '../../context.ts'
import { inTurns, turnOf } from '../../http/turns.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { withinTime } from '../../platform/database/within-time.ts'
import type { ClientCaller } from '../clients/client-of.ts'

/** Programs may search without end: institutions and their clients take turns. */
const searching = inTurns(4)

/** A search of a client: in its turn, through the wall of its institution, and not for long. */
export const inTurn = <Found>(
  ctx: Context,
  caller: ClientCaller,
  search: (trx: Trx) => Promise<Found>,
): Promise<Found> =>
  searching(
    () => withInstitution(ctx.db, caller.actor.oid, (trx) => withinTime(trx, () => search(trx))),
    turnOf(caller),
  )
