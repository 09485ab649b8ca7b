import {
  LIST_COUNT_LIMIT,
  TRIAL,
  type AnalysisStatus,
  type Quality,
  type Stage,
} from '@mingmou/contract'
import { sql, type Insertable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** Locks the tenant until the transaction ends. */
export async function lockTenant(trx: Trx, oid: string): Promise<void> {
  await trx
    .selectFrom('institutions')
    .select('oid')
    .where('oid', '=', oid)
    .where('kind', '=', 'trial')
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The one patient of a tenant: it stands for nobody. The tenant is locked until the transaction ends. */
export async function holdTenant(trx: Trx, oid: string): Promise<string> {
  await lockTenant(trx, oid)
  const { pid } = await trx
    .selectFrom('patients')
    .select('pid')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
  return pid
}

export interface AcceptedRow {
  rid: string
  upload_key: string
  upload_sha256: string | null
  file_name: string
  thumb_key: string
  anal_id: string | null
}

const photographs = (trx: Trx, oid: string) =>
  trx
    .selectFrom('trial_photographs as photograph')
    .innerJoin('archive_images as image', 'image.rid', 'photograph.rid')
    .where('photograph.oid', '=', oid)
    .select(['photograph.rid', 'photograph.file_name', 'photograph.anal_id'])
    .select(['image.upload_key', 'image.upload_sha256', 'image.thumb_key'])

/** Those that belong to no batch yet, in the order in which they came. */
export const findAccepted = (trx: Trx, oid: string): Promise<AcceptedRow[]> =>
  photographs(trx, oid)
    .where('photograph.anal_id', 'is', null)
    .orderBy('photograph.created_at')
    .orderBy('photograph.rid')
    .execute()

export const findByKeys = (
  trx: Trx,
  oid: string,
  keys: readonly string[],
): Promise<AcceptedRow[]> => photographs(trx, oid).where('image.upload_key', 'in', keys).execute()

/** Bytes that a tenant keeps, and all of them. */
export async function findStored(trx: Trx, oid: string): Promise<{ own: number; all: number }> {
  const { own, all } = await trx
    .selectFrom('institutions')
    .where('kind', '=', 'trial')
    .where('purged_at', 'is', null)
    .select(sql<string>`coalesce(sum(stored_bytes) filter (where oid = ${oid}), 0)`.as('own'))
    .select(sql<string>`coalesce(sum(stored_bytes), 0)`.as('all'))
    .executeTakeFirstOrThrow()
  return { own: Number(own), all: Number(all) }
}

/** Given back by the database when the photograph goes. */
export async function addStored(trx: Trx, oid: string, bytes: number): Promise<void> {
  await trx
    .updateTable('institutions')
    .set({ stored_bytes: sql`stored_bytes + ${bytes}::bigint` })
    .where('oid', '=', oid)
    .execute()
}

/** The name of the photograph that is the same; undefined where the row was added. */
export async function insertPhotograph(
  trx: Trx,
  photograph: Insertable<Tables['trial_photographs']> & { sha256: string },
): Promise<string | undefined> {
  const same = await trx
    .selectFrom('trial_photographs')
    .select('file_name')
    .where('oid', '=', photograph.oid)
    .where('sha256', '=', photograph.sha256)
    .executeTakeFirst()
  if (same) return same.file_name
  await trx.insertInto('trial_photographs').values(photograph).execute()
  return undefined
}

export async function insertBatch(
  trx: Trx,
  batch: Insertable<Tables['trial_batches']>,
  rids: readonly string[],
): Promise<void> {
  await trx.insertInto('trial_batches').values(batch).execute()
  await sql`UPDATE trial_photographs SET anal_id = ${batch.anal_id}, image_index = place - 1
    FROM unnest(${[...rids]}::uuid[]) WITH ORDINALITY AS chosen (rid, place)
    WHERE trial_photographs.rid = chosen.rid`.execute(trx)
}

/** The newest analysis of a photograph, with what its list says. */
const NEWEST = sql`
  JOIN archive_images AS image ON image.rid = photograph.rid
  JOIN LATERAL (SELECT analysis_record_id, status, stage, progress, reason FROM analyses
    WHERE analyses.rid = photograph.rid
    ORDER BY created_at DESC, analysis_record_id DESC LIMIT 1) AS newest ON true
  LEFT JOIN analysis_images AS found ON found.analysis_record_id = newest.analysis_record_id`

const JUDGED = sql`coalesce((found.findings->'quality'->>'gradable')::boolean, false)`

export interface PhotographRow {
  anal_id: string
  image_index: number
  file_name: string
  rid: string
  thumb_key: string
  analysis_record_id: string
  status: AnalysisStatus
  stage: Stage | null
  progress: number
  /** Why the analysis failed. */
  reason: string | null
  /** Why the image could not be opened. */
  error: string | null
  quality: Pick<Quality, 'gradable' | 'reasons'> | null
}

/** The photographs of some batches, each with its newest analysis. */
export async function findPhotographs(
  trx: Trx,
  oid: string,
  batches: readonly string[],
): Promise<PhotographRow[]> {
  const { rows } = await sql<PhotographRow>`
    SELECT photograph.anal_id, photograph.image_index, photograph.file_name, photograph.rid,
      image.thumb_key, newest.*, found.error, found.findings->'quality' AS quality
    FROM trial_photographs AS photograph ${NEWEST}
    WHERE photograph.oid = ${oid} AND photograph.anal_id = ANY(${[...batches]}::uuid[])
    ORDER BY photograph.image_index`.execute(trx)
  return rows
}

export interface BatchRow {
  anal_id: string
  created_at: Date
  /** The day after which its oldest photograph is deleted. */
  deleted_on: string
}

const DELETED_ON = sql<string>`(SELECT (coalesce(min(created_at), trial_batches.created_at) AT TIME ZONE 'Asia/Shanghai')::date + ${TRIAL.keptDays}::int
  FROM trial_photographs WHERE trial_photographs.anal_id = trial_batches.anal_id)`

const batches = (trx: Trx, oid: string) =>
  trx
    .selectFrom('trial_batches')
    .where('oid', '=', oid)
    .select(['anal_id', 'created_at'])
    .select(DELETED_ON.as('deleted_on'))

export const findBatches = (trx: Trx, oid: string, wanted: { page: number; size: number }) =>
  pageOf<Tables, 'trial_batches', BatchRow>(
    trx,
    batches(trx, oid),
    sql`created_at DESC, anal_id DESC`,
    wanted,
  )

export const findBatch = (trx: Trx, oid: string, anal_id: string): Promise<BatchRow | undefined> =>
  batches(trx, oid).where('anal_id', '=', anal_id).executeTakeFirst()

/** How many batches have ended with a photograph that can be judged. */
export async function countSuccesses(trx: Trx, oid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT least(count(*), ${LIST_COUNT_LIMIT})::int AS count FROM (
      SELECT photograph.anal_id FROM trial_photographs AS photograph ${NEWEST}
      WHERE photograph.oid = ${oid} GROUP BY photograph.anal_id
      HAVING bool_and(newest.status NOT IN ('queued', 'running')) AND bool_or(${JUDGED})
    ) AS successes`.execute(trx)
  return rows[0]?.count ?? 0
}

/** How many batches stand before one in the list; undefined where there is no such batch. */
export async function findPlace(
  trx: Trx,
  oid: string,
  anal_id: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ before: number }>`
    SELECT (SELECT count(*)::int FROM trial_batches AS newer WHERE newer.oid = own.oid
      AND (newer.created_at, newer.anal_id) > (own.created_at, own.anal_id)) AS before
    FROM trial_batches AS own WHERE oid = ${oid} AND anal_id = ${anal_id}`.execute(trx)
  return rows[0]?.before
}

/** The batch of an archive, locked: of two photographs that end at once, the second sees the first. */
export async function holdBatchOf(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<{ anal_id: string; created_by: string } | undefined> {
  return trx
    .selectFrom('trial_batches')
    .innerJoin('trial_photographs', 'trial_photographs.anal_id', 'trial_batches.anal_id')
    .where('trial_photographs.oid', '=', oid)
    .where('trial_photographs.rid', '=', rid)
    .select(['trial_batches.anal_id', 'trial_batches.created_by'])
    .forUpdate('trial_batches')
    .executeTakeFirst()
}
