import type { Trx } from '../../platform/database/database.ts'
import { insertAnalysis } from './queries.ts'
import { claimAnalysis, completeAnalysis, type ImageOutcome } from './worker-queries.ts'

/**
 * Stores an analysis that was made before, as if it had ended now. Its maps are among the files
 * already.
 */
export async function keepAnalysis(
  trx: Trx,
  oid: string,
  analysis: Parameters<typeof insertAnalysis>[2],
  outcomes: readonly ImageOutcome[],
): Promise<void> {
  const { analysis_record_id } = await insertAnalysis(trx, oid, analysis)
  await claimAnalysis(trx, oid, analysis_record_id, 1)
  await completeAnalysis(trx, oid, analysis_record_id, outcomes)
}
