import type { Modality } from '@mingmou/contract'
import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isOutdated } from './outdated.ts'

/** Analyses whose archive and patient are not deleted. */
const living = (trx: Trx, oid: string) =>
  trx
    .selectFrom('analyses')
    .innerJoin('archives', 'archives.rid', 'analyses.rid')
    .innerJoin('patients', 'patients.pid', 'analyses.pid')
    .where('analyses.oid', '=', oid)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)

export type AnalysisRow = Selectable<Tables['analyses']>
export type LivingRow = AnalysisRow & { outdated: boolean }

export async function findAnalysis(
  trx: Trx,
  oid: string,
  id: string,
  modality: Modality,
): Promise<LivingRow | undefined> {
  return living(trx, oid)
    .selectAll('analyses')
    .select(isOutdated.as('outdated'))
    .where('analysis_record_id', '=', id)
    .where('analyses.modality', '=', modality)
    .executeTakeFirst()
}

/** The analysis, locked until the transaction ends. */
export async function holdAnalysis(
  trx: Trx,
  oid: string,
  id: string,
): Promise<LivingRow | undefined> {
  return living(trx, oid)
    .selectAll('analyses')
    .select(isOutdated.as('outdated'))
    .where('analysis_record_id', '=', id)
    .forUpdate('analyses')
    .executeTakeFirst()
}

/** The newest analysis of an archive that did not fail, locked until the transaction ends. */
export async function holdNewestAnalysis(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<LivingRow | undefined> {
  return living(trx, oid)
    .selectAll('analyses')
    .select(isOutdated.as('outdated'))
    .where('analyses.rid', '=', rid)
    .where('status', 'in', ['queued', 'running', 'done'])
    .orderBy('analyses.created_at', 'desc')
    .orderBy('analysis_record_id', 'desc')
    .limit(1)
    .forUpdate('analyses')
    .executeTakeFirst()
}

/** The newest analysis of an archive that is done. */
export async function findNewestDone(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<string | undefined> {
  const newest = await living(trx, oid)
    .select('analysis_record_id')
    .where('analyses.rid', '=', rid)
    .where('status', '=', 'done')
    .orderBy('analyses.created_at', 'desc')
    .orderBy('analysis_record_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.analysis_record_id
}
