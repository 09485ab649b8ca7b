import type { Findings, FirstLook, Stage } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { findArchive } from '../sittings/archive.ts'
import { cancelAnalyses } from '../sittings/cancel.ts'
import type { OverlayFile } from '../sittings/overlays.ts'
import { analysedFields } from '../sittings/outdated.ts'
import { holdAnalysis, type AnalysisRow } from '../sittings/analyses.ts'
import { findingsJson } from '../sittings/stored-findings.ts'
import { settleFacts } from './settle.ts'
import { setUnread } from './urgency.ts'

/** The analysis, now running, with the fields of the archive that it reads; undefined when no work is left. */
export async function claimAnalysis(
  trx: Trx,
  oid: string,
  id: string,
  attempt: number,
): Promise<AnalysisRow | undefined> {
  const analysis = await holdAnalysis(trx, oid, id)
  if (!analysis) {
    // The patient or the archive was deleted.
    await cancelAnalyses(trx, oid, { analysis_record_id: id })
    return undefined
  }
  if (analysis.status !== 'queued' && analysis.status !== 'running') return undefined
  const archive = await findArchive(trx, oid, analysis.rid)
  const read_fields = analysedFields(analysis.modality, archive?.fields ?? {})
  await trx
    .updateTable('analyses')
    .set({ status: 'running', stage: 'decode', progress: 0, looks: '[]', attempts: attempt })
    .set({ read_fields: JSON.stringify(read_fields) })
    .where('oid', '=', oid)
    .where('analysis_record_id', '=', id)
    .execute()
  return { ...analysis, read_fields }
}

/** False when the analysis no longer runs. */
export async function recordProgress(
  trx: Trx,
  oid: string,
  id: string,
  { stage, progress, looks }: { stage: Stage; progress: number; looks: readonly FirstLook[] },
): Promise<boolean> {
  const updated = await trx
    .updateTable('analyses')
    .set({ stage, progress, looks: JSON.stringify(looks) })
    .where('oid', '=', oid)
    .where('analysis_record_id', '=', id)
    .where('status', '=', 'running')
    .returning('analysis_record_id')
    .execute()
  return updated.length > 0
}

export interface ImageOutcome {
  image_index: number
  findings: Findings | null
  overlays: OverlayFile[]
  error: string | null
}

/** Writes the findings and the end of the analysis; undefined when it no longer runs. */
export async function completeAnalysis(
  trx: Trx,
  oid: string,
  id: string,
  outcomes: readonly ImageOutcome[],
): Promise<AnalysisRow | undefined> {
  const analysis = await holdAnalysis(trx, oid, id)
  if (analysis?.status !== 'running') return undefined
  await trx
    .insertInto('analysis_images')
    .values(
      outcomes.map(({ image_index, findings, overlays, error }) => ({
        analysis_record_id: id,
        image_index,
        oid,
        findings: findings === null ? null : findingsJson.write(findings),
        overlays: JSON.stringify(overlays),
        error,
      })),
    )
    .execute()
  const ended = await endAnalysis(trx, oid, id, { status: 'done', stage: 'saving', progress: 1 })
  await setUnread(trx, oid, analysis)
  await settleFacts(trx, analysis)
  return ended
}

/** Undefined when it has ended already. */
export async function endAnalysis(
  trx: Trx,
  oid: string,
  id: string,
  end: { status: 'done'; stage: 'saving'; progress: 1 } | { status: 'failed'; reason: string },
): Promise<AnalysisRow | undefined> {
  return trx
    .updateTable('analyses')
    .set({ ...end, looks: '[]', ended_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('analysis_record_id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()
}

export async function findOverlayKeys(trx: Trx, oid: string, id: string): Promise<Set<string>> {
  const found = (['analysis_images', 'drawn_images'] as const).map((table) =>
    trx
      .selectFrom(table)
      .select('overlays')
      .where('oid', '=', oid)
      .where('analysis_record_id', '=', id)
      .execute(),
  )
  const rows = (await Promise.all(found)).flat()
  return new Set(rows.flatMap((row) => row.overlays.map((overlay) => overlay.key)))
}
