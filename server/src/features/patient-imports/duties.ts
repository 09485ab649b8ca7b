import { HOUR_MS, type Duty } from '../../duty.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { sweptHourly } from '../files/sweep.ts'
import { holdImport } from './queries.ts'
import { keysOf, sweepImports } from './service.ts'

export const patientImportDuties: readonly Duty[] = [
  { name: 'imports of patients that are over', everyMs: HOUR_MS, run: sweepImports },
  sweptHourly('imports/', async (ctx, oid, import_id) => {
    const row = await withInstitution(ctx.db, oid, (trx) => holdImport(trx, oid, import_id))
    return row ? keysOf(row) : []
  }),
]
