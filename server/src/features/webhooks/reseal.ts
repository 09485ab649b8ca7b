import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { holdSecrets, updateWebhook } from './queries.ts'
import { sealSecret, unsealSecret } from './secret.ts'

/** Seals the secrets of all webhooks with the key in use. One that changes meanwhile stays as it is. */
export async function resealWebhooks(ctx: Context): Promise<number> {
  const institutions = await ctx.db.selectFrom('institutions').select('oid').execute()
  let done = 0
  for (const { oid } of institutions)
    done += await withInstitution(ctx.db, oid, async (trx) => {
      const rows = await holdSecrets(trx, oid)
      for (const { webhook_id, secret, earlier_secret } of rows) {
        const anew = (buffer: Buffer) =>
          sealSecret(ctx, webhook_id, unsealSecret(ctx, webhook_id, buffer))
        await updateWebhook(trx, oid, webhook_id, {
          secret: anew(secret),
          earlier_secret: earlier_secret && anew(earlier_secret),
        })
      }
      return rows.length
    })
  return done
}
