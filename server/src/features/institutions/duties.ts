import { HOUR_MS, type Duty } from '../../duty.ts'
import { sweptHourly } from '../files/sweep.ts'
import { findDocuments } from './document-queries.ts'
import { purgeInstitutions, removeRefusedDocuments } from './purge.ts'
import { findLogo } from './queries.ts'

export const institutionDuties: readonly Duty[] = [
  sweptHourly('logos/', async (ctx, oid) => [await findLogo(ctx.db, oid)]),
  sweptHourly('documents/', async (ctx, oid) =>
    (await findDocuments(ctx.db, oid)).map(({ file_key }) => file_key),
  ),
  { name: 'deleted institutions', everyMs: HOUR_MS, run: purgeInstitutions },
  { name: 'documents of refused sign-ups', everyMs: HOUR_MS, run: removeRefusedDocuments },
]
