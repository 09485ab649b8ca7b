import type { CorrectedValue } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { settlePictures } from '../deliveries/settle-pictures.ts'
import { settleSitting } from '../analyses/settle.ts'
import type { AnalysedRow } from '../sittings/analysed-images.ts'
import type { LivingRow } from '../sittings/analyses.ts'
import { insertCorrection } from './queries.ts'

/** Statements of a clinician about photographs of a sitting, all at once; null withdraws one. */
export async function stateValues(
  ctx: Context,
  trx: Trx,
  { actor, analysis, reason }: { actor: Clinician; analysis: LivingRow; reason: string },
  statements: readonly { row: AnalysedRow; name: string; value: CorrectedValue | null }[],
): Promise<void> {
  const { oid, rid, analysis_record_id } = analysis
  for (const { row, name, value } of statements) {
    const newest = row.corrections.find((correction) => correction.name === name)
    await insertCorrection(trx, oid, {
      correction_id: newId(),
      rid,
      image_index: row.image_index,
      analysis_record_id,
      name,
      value,
      reason,
      source: 'clinician',
      replaces: newest?.correction_id ?? null,
      created_by: actor.uid,
      created_at: ctx.now(),
    })
  }
  if (statements.length > 0) await settleSitting(ctx, trx, analysis)
  if (statements.some(({ name }) => name === 'eye'))
    await settlePictures(ctx, trx, actor, { rids: [rid] })
}
