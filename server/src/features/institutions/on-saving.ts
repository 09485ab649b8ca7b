import type { Trx } from '../../platform/database/database.ts'

/** Whether a sitting that is saved is analysed at once. */
export async function analysesOnSaving(trx: Trx, oid: string): Promise<boolean> {
  const { auto_analyse } = await trx
    .selectFrom('institutions')
    .select('auto_analyse')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
  return auto_analyse
}
