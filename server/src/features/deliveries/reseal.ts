import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { sealToken, unsealToken } from './tokens.ts'

/** Seals the tokens of all archives with the key in use. One that changes meanwhile stays as it is. */
export async function resealDestinations(ctx: Context): Promise<number> {
  const institutions = await ctx.db.selectFrom('institutions').select('oid').execute()
  let done = 0
  for (const { oid } of institutions)
    done += await withInstitution(ctx.db, oid, async (trx) => {
      const rows = await trx
        .selectFrom('destinations')
        .select(['destination_id', 'token'])
        .where('oid', '=', oid)
        .where('token', 'is not', null)
        .$narrowType<{ token: Buffer }>()
        .forUpdate()
        .execute()
      for (const { destination_id, token } of rows) {
        const anew = sealToken(ctx, destination_id, unsealToken(ctx, destination_id, token))
        await trx
          .updateTable('destinations')
          .set({ token: anew })
          .where('oid', '=', oid)
          .where('destination_id', '=', destination_id)
          .execute()
      }
      return rows.length
    })
  return done
}
