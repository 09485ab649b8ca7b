import type { Context } from '../../context.ts'
import { eachAlone, type Duty } from '../../duty.ts'
import { endOf } from '../../platform/certificate-ends.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { unsealFor } from '../deliveries/tokens.ts'
import { partsOf } from './certificate.ts'

/** Certificates that were kept before their ends were, of all institutions. */
async function noteEnds(ctx: Context): Promise<void> {
  const institutions = await ctx.db.selectFrom('institutions').select('oid').execute()
  await eachAlone(ctx, institutions, ({ oid }) =>
    withInstitution(ctx.db, oid, async (trx) => {
      const rows = await trx
        .selectFrom('destinations')
        .select(['destination_id', 'certificate'])
        .where('oid', '=', oid)
        .where('certificate', 'is not', null)
        .where('certificate_until', 'is', null)
        .forUpdate()
        .execute()
      for (const { destination_id, certificate } of rows) {
        if (!certificate) continue
        const pem = unsealFor(ctx, destination_id, 'certificate', certificate)
        await trx
          .updateTable('destinations')
          .set({ certificate_until: endOf(partsOf(pem)?.cert ?? '') })
          .where('oid', '=', oid)
          .where('destination_id', '=', destination_id)
          .execute()
      }
    }),
  )
}

export const destinationDuties: readonly Duty[] = [
  { name: 'the ends of certificates that were kept without', run: noteEnds },
]
