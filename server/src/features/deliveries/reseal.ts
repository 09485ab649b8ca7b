import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { sealFor, unsealFor, type Credential } from './tokens.ts'

/** Seals tokens and certificates of all destinations with the key in use. One that changes meanwhile stays as it is. */
export async function resealDestinations(ctx: Context): Promise<number> {
  const institutions = await ctx.db.selectFrom('institutions').select('oid').execute()
  let done = 0
  for (const { oid } of institutions)
    done += await withInstitution(ctx.db, oid, async (trx) => {
      const rows = await trx
        .selectFrom('destinations')
        .select(['destination_id', 'token', 'certificate'])
        .where('oid', '=', oid)
        .where((row) => row.or([row('token', 'is not', null), row('certificate', 'is not', null)]))
        .forUpdate()
        .execute()
      for (const { destination_id, token, certificate } of rows) {
        const anew = (what: Credential, sealed: Buffer | null) =>
          sealed && sealFor(ctx, destination_id, what, unsealFor(ctx, destination_id, what, sealed))
        await trx
          .updateTable('destinations')
          .set({ token: anew('token', token), certificate: anew('certificate', certificate) })
          .where('oid', '=', oid)
          .where('destination_id', '=', destination_id)
          .execute()
      }
      return rows.length
    })
  return done
}
