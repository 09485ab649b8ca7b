import type { DeliveryState } from '@mingmou/contract'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Deliveries, Destinations } from '../../platform/database/tables/destination.ts'
import { ofPerson, standsFor } from '../../platform/database/person.ts'
import { CAME } from '../deliveries/as-came.ts'
import { SENT } from '../deliveries/sent-pictures.ts'
import { livingArchives } from '../sittings/archive.ts'

export type DestinationRow = Selectable<Destinations>
export type DeliveryRow = Selectable<Deliveries>

const living = (trx: Trx, oid: string) =>
  trx.selectFrom('destinations').selectAll().where('oid', '=', oid).where('deleted_at', 'is', null)

const countOf = (state: DeliveryState) =>
  sql<number>`(SELECT count(*)::int FROM deliveries
    WHERE deliveries.destination_id = destinations.destination_id AND state = ${state})`

export const findDestinations = (trx: Trx, oid: string) =>
  living(trx, oid)
    .select([countOf('waiting').as('waiting'), countOf('failed').as('failed')])
    .orderBy('created_at')
    .orderBy('destination_id')
    .execute()

export const findDestination = (trx: Trx, oid: string, destination_id: string) =>
  living(trx, oid).where('destination_id', '=', destination_id).executeTakeFirst()

/** Of two that are added at once the second waits, and counts the first. */
export async function countDestinations(trx: Trx, oid: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`destinations ${oid}`}))`.execute(trx)
  return (await living(trx, oid).execute()).length
}

export async function insertDestination(trx: Trx, row: Insertable<Destinations>): Promise<void> {
  await trx.insertInto('destinations').values(row).execute()
}

/** False where there is none. */
export async function updateDestination(
  trx: Trx,
  oid: string,
  destination_id: string,
  changed: Updateable<Destinations>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('destinations')
    .set(changed)
    .where('oid', '=', oid)
    .where('destination_id', '=', destination_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What went wrong last, and since when; null: nothing does any more. */
export async function noteFault(
  trx: Trx,
  oid: string,
  destination_id: string,
  fault: { fault: string; fault_at: Date } | null,
): Promise<void> {
  const { fault: why, fault_at } = fault ?? { fault: null, fault_at: null }
  await trx
    .updateTable('destinations')
    .set({
      fault: why,
      fault_at,
      failing_since: sql<Date | null>`CASE WHEN ${why}::text IS NOT NULL
        THEN coalesce(failing_since, ${fault_at}) END`,
    })
    .where('oid', '=', oid)
    .where('destination_id', '=', destination_id)
    .where('deleted_at', 'is', null)
    .execute()
}

export const findDelivery = (
  trx: Trx,
  oid: string,
  delivery_id: string,
): Promise<DeliveryRow | undefined> =>
  trx
    .selectFrom('deliveries')
    .selectAll()
    .where('oid', '=', oid)
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirst()

export const findDeliveries = (trx: Trx, oid: string, report_id: string) =>
  trx
    .selectFrom('deliveries')
    .innerJoin('destinations', 'destinations.destination_id', 'deliveries.destination_id')
    .selectAll('deliveries')
    .select('destinations.name as destination')
    .where('deliveries.oid', '=', oid)
    .where('deliveries.report_id', '=', report_id)
    .orderBy('destinations.created_at')
    .orderBy('deliveries.created_at')
    .orderBy('deliveries.delivery_id')
    .execute()

/** Of one that failed, or that waits for its next try. False for one that is sent, or is about to be. */
export async function startAnew(trx: Trx, oid: string, delivery_id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ state: 'waiting', reason: null, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('delivery_id', '=', delivery_id)
    .where('state', 'in', ['waiting', 'failed'])
    .where('reason', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Only of a state that it is in: false where it has another one by now. */
export async function updateDelivery(
  trx: Trx,
  oid: string,
  delivery_id: string,
  from: DeliveryState,
  changed: Updateable<Deliveries>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ ...changed, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('delivery_id', '=', delivery_id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface VersionRow {
  report_id: string
  report_no: string
  /** It went to this destination, or is to go there. */
  planned: boolean
}

/** The versions of a report that superseded each other, the first one first. */
export async function findVersions(
  trx: Trx,
  oid: string,
  report_id: string,
  destination_id: string,
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    WITH RECURSIVE versions AS (
      SELECT report_id, supersedes FROM reports WHERE oid = ${oid} AND report_id = ${report_id}
      UNION SELECT next.report_id, next.supersedes FROM reports AS next JOIN versions
        ON next.report_id = versions.supersedes OR next.supersedes = versions.report_id
        WHERE next.oid = ${oid})
    SELECT report_id, report_no, EXISTS (SELECT FROM deliveries WHERE deliveries.report_id = reports.report_id
      AND destination_id = ${destination_id} AND what = 'report') AS planned
    FROM reports JOIN versions USING (report_id) ORDER BY report_id`.execute(trx)
  return rows
}

/** Of two that begin to send of the versions of a report the second waits, and sees that the first has begun. */
export async function holdVersions(
  trx: Trx,
  { oid, report_id, destination_id }: DeliveryRow,
): Promise<void> {
  const [first] = await findVersions(trx, oid, report_id, destination_id)
  const key = `results ${destination_id} ${first?.report_id ?? report_id}`
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/** What goes to a system of the versions of a report. */
export async function findResults(
  trx: Trx,
  { oid, report_id, destination_id }: DeliveryRow,
): Promise<string[]> {
  const versions = await findVersions(trx, oid, report_id, destination_id)
  const rows = await trx
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('oid', '=', oid)
    .where('destination_id', '=', destination_id)
    .where('report_id', 'in', [report_id, ...versions.map((version) => version.report_id)])
    .execute()
  return rows.map(({ delivery_id }) => delivery_id)
}

/** The jobs that began last to send these. */
export async function findSending(
  trx: Trx,
  oid: string,
  delivery_ids: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('deliveries')
    .select('sending')
    .where('oid', '=', oid)
    .where('delivery_id', '=', sql<string>`any(${[...delivery_ids]}::uuid[])`)
    .execute()
  return rows.flatMap(({ sending }) => sending ?? [])
}

/** Nobody else begins to send it, and nobody withdraws it, before the transaction ends. */
export const holdDelivery = (trx: Trx, { oid, delivery_id }: DeliveryRow) =>
  trx
    .selectFrom('deliveries')
    .selectAll()
    .where('oid', '=', oid)
    .where('delivery_id', '=', delivery_id)
    .forUpdate()
    .executeTakeFirst()

/** Also of a photograph that was withdrawn while it was on its way: it arrived, and is taken back. False where it is gone. */
export async function noteSent(
  trx: Trx,
  oid: string,
  delivery_id: string,
  sent_at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({ state: 'sent', sent_at, reason: null, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('delivery_id', '=', delivery_id)
    .where((row) => row.or([row('state', '=', 'waiting'), row('withdrawn', '=', true)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The file of a device under this UID, also where its photograph is filed no more. */
export const findCameUnder = (trx: Trx, oid: string, sop_uid: string) =>
  trx
    .selectFrom('received_files')
    .select('file_key')
    .where('oid', '=', oid)
    .where('sop_uid', '=', sop_uid)
    .where('differs', '=', false)
    .executeTakeFirst()

/** As it was last recorded, also of a patient who is deleted since. */
export const findRecorded = (trx: Trx, oid: string, pid: string) =>
  trx
    .selectFrom('patients')
    .innerJoin('institutions', 'institutions.oid', 'patients.oid')
    .select(['patients.name', 'patients.ad_card_number as number', 'patients.gender'])
    .select(['patients.birthday', 'institutions.name as institution'])
    .where('patients.oid', '=', oid)
    .where('patients.pid', '=', standsFor(pid))
    .executeTakeFirst()

export const findPictures = (trx: Trx, oid: string, rids: readonly string[]) =>
  trx
    .selectFrom('archive_images')
    .innerJoin('archives', 'archives.rid', 'archive_images.rid')
    .selectAll('archive_images')
    .select(['archives.modality', 'archives.record_date', 'archives.collect_device'])
    .select([
      'archives.fields',
      'archives.created_at',
      'archives.pid',
      CAME.as('came'),
      SENT.as('sent'),
    ])
    .where('archive_images.oid', '=', oid)
    .where('archive_images.rid', '=', sql<string>`any(${[...rids]}::uuid[])`)
    .orderBy('archive_images.rid')
    .orderBy('image_index')
    .execute()
export type PictureRow = Awaited<ReturnType<typeof findPictures>>[number]

/** The images of an archive that is not deleted, and whose they are. */
export async function findArchived(trx: Trx, oid: string, rid: string) {
  const patient = await livingArchives(trx, oid)
    .innerJoin('institutions', 'institutions.oid', 'archives.oid')
    .select(['patients.pid', 'patients.name', 'patients.ad_card_number as number'])
    .select(['patients.gender', 'patients.birthday', 'institutions.name as institution'])
    .where('archives.rid', '=', rid)
    .executeTakeFirst()
  return patient && { person: patient, pictures: await findPictures(trx, oid, [rid]) }
}

export async function findViewer(trx: Trx, oid: string): Promise<string | null> {
  const { viewer_url } = await trx
    .selectFrom('institutions')
    .select('viewer_url')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
  return viewer_url
}

export async function updateViewer(
  trx: Trx,
  oid: string,
  viewer_url: string | null,
): Promise<void> {
  await trx.updateTable('institutions').set({ viewer_url }).where('oid', '=', oid).execute()
}

/** The studies of a patient, the newest first. */
export const findStudyUids = (trx: Trx, oid: string, pid: string) =>
  livingArchives(trx, oid)
    .select(['archives.rid', 'archives.study_uid'])
    .where(ofPerson('archives.pid', pid))
    .orderBy('archives.record_date', 'desc')
    .orderBy('archives.created_at', 'desc')
    .orderBy('archives.rid', 'desc')
    .execute()
