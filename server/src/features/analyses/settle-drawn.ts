import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { keepFacts } from '../datasets/facts.ts'
import { findAnalysedImages, findNewestDone, type AnalysisRow } from './queries.ts'
import { rankSitting } from './urgency.ts'

/** What lists and datasets say of a sitting after a drawing was measured or withdrawn. The newest analysis decides. */
export async function settleDrawn(
  ctx: Context,
  trx: Trx,
  { oid, rid, modality, analysis_record_id }: AnalysisRow,
): Promise<void> {
  if ((await findNewestDone(trx, oid, rid)) !== analysis_record_id) return
  await rankSitting(trx, oid, rid)
  const images = await findAnalysedImages(trx, oid, { analysis_record_id, rid })
  await keepFacts(
    trx,
    { oid, rid, modality },
    images.map(({ image_index, found, measured }) => ({
      image_index,
      findings: measured ?? found,
    })),
  )
  await ctx.events.send(trx, { oid }, 'worklist', { image_id: rid })
}
