import type { Duty } from '../../duty.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { sweptHourly } from '../files/sweep.ts'
import { resettle } from './resettle.ts'
import { findOverlayKeys } from './worker-queries.ts'

export const analysisDuties: readonly Duty[] = [
  sweptHourly('analyses/', async (ctx, oid, id) => [
    ...(await withInstitution(ctx.db, oid, (trx) => findOverlayKeys(trx, oid, id))),
  ]),
  // The next start goes on where one was cut short.
  { name: 'sittings settled by earlier rules', run: resettle },
]
