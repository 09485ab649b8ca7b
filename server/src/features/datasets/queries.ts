import {
  LIST_COUNT_LIMIT,
  type BodyOf,
  type DatasetCalls,
  type Eye,
  type EyeSource,
  type Modality,
} from '@mingmou/contract'
import { sql, type SqlBool } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

export type Filters = Omit<BodyOf<DatasetCalls['list']>, 'after' | 'size'> & {
  images?: string[] | undefined
  /** Without photographs whose words nobody looked at. */
  released?: true
}

export interface DatasetRow {
  image: string
  /** For a shared photograph, the first day of its month. */
  record_date: string
  collect_device: string
  img_type: number | null
  width: number
  height: number
  file_key: string
  thumb_key: string
  analysed: boolean
  gradable: boolean | null
  eye: Eye | null
  eye_source: EyeSource | null
  facets: string[]
  machine_gradable: boolean | null
  machine_eye: Eye | null
  machine_facets: string[]
  /** Names of the values that clinicians stated, and of the maps that they drew. */
  corrected: string[]
  drawn: string[]
  /** The same for all photographs of one patient. */
  patient: string
  /** The file says that words stand in the picture, and nobody saw that they name no person. */
  withheld: boolean
  /** Somebody saw it. */
  seen: boolean
  /** null for a shared photograph. */
  pid: string | null
  rid: string | null
}

/** Whose photographs: those of one institution, or those that institutions share. */
export interface Scope {
  dataset: string
  oid: string | null
}

/** A photograph in the order of the list. */
export interface Place {
  record_date: string
  image: string
}

const COLUMNS = sql`image, modality, record_date, collect_device, img_type, width, height, file_key,
  thumb_key, analysed, gradable, eye, eye_source, facets, machine_gradable, machine_eye, machine_facets, corrected, drawn`
/** As the view of shared photographs makes it. */
const PATIENT = sql`left(encode(sha256(pid::text::bytea), 'hex'), 16)`

function matching(trx: Trx, { dataset, oid }: Scope, filters: Filters) {
  const source =
    oid === null
      ? sql<DatasetRow>`(SELECT ${COLUMNS}, patient, false AS withheld, false AS seen, NULL::uuid AS pid, NULL::uuid AS rid
          FROM shared_images)`
      : sql<DatasetRow>`(SELECT ${COLUMNS}, ${PATIENT} AS patient, burned_in AND NOT released AS withheld,
          burned_in AND released AS seen,
          pid, rid FROM dataset_images WHERE oid = ${oid} AND NOT hidden)`
  const { start_date, end_date, collect_device, img_type, analysed, gradable, facet, images } =
    filters
  // A shared photograph has the first day of its month.
  const from = oid === null ? start_date && `${start_date.slice(0, 7)}-01` : start_date
  return trx
    .selectFrom(source.as('photograph'))
    .where(sql<SqlBool>`modality = ${dataset}`)
    .$if(!!from, (query) => query.where('record_date', '>=', from ?? ''))
    .$if(!!end_date, (query) => query.where('record_date', '<=', end_date ?? ''))
    .$if(!!collect_device, (query) => query.where('collect_device', '=', collect_device ?? ''))
    .$if(!!img_type, (query) => query.where('img_type', '=', img_type ?? null))
    .$if(!!analysed, (query) => query.where('analysed', '=', analysed === 'yes'))
    .$if(!!gradable, (query) => query.where('gradable', '=', gradable === 'yes'))
    .$if(!!facet, (query) => query.where(sql<SqlBool>`facets @> ARRAY[${facet}]::text[]`))
    .$if(filters.released === true, (query) => query.where('withheld', '=', false))
    .$if(!!images, (query) => query.where(sql<SqlBool>`image = any(${images ?? []}::uuid[])`))
}

/** The photographs after a place, newest first. */
export async function findImagesAfter(
  trx: Trx,
  scope: Scope,
  filters: Filters,
  { after, limit }: { after: Place | null; limit: number },
): Promise<DatasetRow[]> {
  return matching(trx, scope, filters)
    .selectAll()
    .$if(after !== null, (query) =>
      query.where(
        sql<SqlBool>`(record_date, image) < (${after?.record_date}::date, ${after?.image}::uuid)`,
      ),
    )
    .orderBy('record_date', 'desc')
    .orderBy('image', 'desc')
    .limit(limit)
    .execute()
}

/** How many there are, counted to `most` and one more. */
export async function countImages(
  trx: Trx,
  scope: Scope,
  filters: Filters,
  most = LIST_COUNT_LIMIT,
): Promise<number> {
  const { count } = await trx
    .selectFrom(
      matching(trx, scope, filters)
        .select('image')
        .limit(most + 1)
        .as('counted'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Releases a photograph of the institution, or withholds it again; undefined where none has words in it. */
export async function releaseImage(
  trx: Trx,
  { dataset, oid, image }: { dataset: Modality; oid: string; image: string },
  released: boolean,
): Promise<{ pid: string; rid: string } | undefined> {
  return trx
    .updateTable('dataset_images')
    .set({ released })
    .where('oid', '=', oid)
    .where('modality', '=', dataset)
    .where('image', '=', image)
    .where('burned_in', '=', true)
    .where('hidden', '=', false)
    .returning(['pid', 'rid'])
    .executeTakeFirst()
}

/** The photographs that the filters find, up to a number, the newest first. */
export async function findNames(
  trx: Trx,
  scope: Scope,
  filters: Filters,
  limit: number,
): Promise<string[]> {
  const rows = await matching(trx, scope, filters)
    .select('image')
    .orderBy('record_date', 'desc')
    .orderBy('image', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ image }) => image)
}

export async function findSharedImage(
  trx: Trx,
  image: string,
): Promise<{ file_key: string; thumb_key: string } | undefined> {
  return trx
    .selectFrom('shared_images')
    .select(['file_key', 'thumb_key'])
    .where('image', '=', image)
    .executeTakeFirst()
}
