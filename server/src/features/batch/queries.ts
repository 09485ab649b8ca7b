import {
  BATCH,
  DEVICES,
  isSameName,
  type BatchEvidence,
  type BatchPatient,
  type Eye,
  type KnownSitting,
  type Modality,
  type TableSays,
} from '@mingmou/contract'
import type { DicomFacts } from '@mingmou/analysis/image'
import { sql, type Insertable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { isAmong, isNamed, patientsWith } from '../../platform/database/search.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Numbered, Read } from './evidence.ts'
import { IS_REVOCABLE } from './revocable.ts'

/** The files of one person. */
export interface Own {
  oid: string
  uid: string
}

export interface BatchRow {
  upload_key: string
  modality: Modality
  file_name: string
  thumb_key: string
  evidence: BatchEvidence
  facts: { dicom: DicomFacts | null; table?: TableSays | null } | null
  patient: BatchPatient | null
  eye: Eye | null
  record_date: string | null
  known: KnownSitting | null
  filed: string | null
  /** A person may take that filing back; null where there is none. */
  revocable: boolean | null
  created_at: Date
  /** The device that it came from; null: a person uploaded it. */
  device: string | null
}

const FILED = sql<boolean>`EXISTS (
  SELECT FROM archive_images AS filed WHERE filed.upload_key = batch_files.upload_key)`
/** What was filed is shown for a day. What came from a device waits as long as it takes. */
const IS_OLD = sql<boolean>`(batch_files.created_at < now() - ${BATCH.hours} * interval '1 hour'
  AND (device_id IS NULL OR ${FILED}))`
/** As long as a filing can be taken back, its row says what the file said. */
const IS_OVER = sql<boolean>`(${IS_OLD} AND (NOT ${FILED}
  OR batch_files.created_at < now() - ${DEVICES.takeBackDays + 1} * interval '1 day'))`
/** The own files, and those that devices sent to the institution. */
const isOwn = ({ oid, uid }: Own) =>
  sql<boolean>`batch_files.oid = ${oid} AND (batch_files.created_by = ${uid} OR batch_files.device_id IS NOT NULL)`
/** The newest files of devices that wait, and the newest that were filed: more of them wait behind these. */
const newestOf = (oid: string, which: ReturnType<typeof sql<boolean>>) => sql`upload_key IN (
  SELECT upload_key FROM batch_files WHERE oid = ${oid} AND device_id IS NOT NULL AND ${which}
  ORDER BY created_at DESC, upload_key LIMIT ${BATCH.ofDevices})`
const isNear = (oid: string) => sql<boolean>`(device_id IS NULL
  OR ${newestOf(oid, sql<boolean>`NOT ${FILED}`)} OR ${newestOf(oid, FILED)})`

/** The files of the own batch in the order they came, each with where it was filed. */
export async function findBatch(
  trx: Trx,
  own: Own,
  { ofDevice }: { ofDevice?: string } = {},
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    SELECT upload_key, batch_files.modality, file_name, thumb_key, evidence, facts, eye, batch_files.record_date,
      (SELECT jsonb_build_object('pid', pid, 'name', name, 'ad_card_number', ad_card_number,
          'gender', gender, 'birthday', birthday)
       FROM patients WHERE patients.pid = (
         SELECT person FROM patients AS own
         WHERE own.pid = batch_files.pid AND own.deleted_at IS NULL)) AS patient,
      (SELECT rid FROM archive_images AS filed WHERE filed.upload_key = batch_files.upload_key) AS filed,
      (SELECT ${IS_REVOCABLE} FROM archive_images AS filed JOIN archives USING (rid)
       WHERE filed.upload_key = batch_files.upload_key AND archives.deleted_at IS NULL) AS revocable,
      batch_files.created_at,
      (SELECT name FROM devices WHERE devices.device_id = batch_files.device_id) AS device,
      (SELECT jsonb_build_object('pid', patients.pid, 'name', patients.name, 'record_date', archives.record_date)
       FROM archive_images AS same JOIN archives USING (rid) JOIN patients ON patients.pid = archives.pid
       WHERE same.oid = batch_files.oid AND same.upload_sha256 = batch_files.upload_sha256
         AND same.upload_key <> batch_files.upload_key
         AND archives.deleted_at IS NULL AND patients.deleted_at IS NULL
       ORDER BY archives.record_date DESC, archives.created_at DESC LIMIT 1) AS known
    FROM batch_files
    WHERE ${isOwn(own)} AND NOT ${IS_OLD}
      AND ${ofDevice === undefined ? isNear(own.oid) : sql`device_id = ${ofDevice}`}
    ORDER BY batch_files.created_at, upload_key`.execute(trx)
  return rows
}

/**
 * Patients with these numbers, of the card or another; the record that stands for each. Letter case and hyphens at the
 * end do not matter where nobody has the number as it is written. More than one patient of a number then leaves it
 * open whose it is.
 */
export async function findNumbered(
  trx: Trx,
  oid: string,
  numbers: readonly string[],
): Promise<Numbered[]> {
  if (numbers.length === 0) return []
  const { rows } = await sql<Numbered>`
    WITH said AS MATERIALIZED (SELECT number, upper(rtrim(number, '-')) AS form
      FROM unnest(${[...numbers]}::text[]) AS number),
    found AS (
      SELECT number, pid, ad_card_number AS written, NULL AS issuer FROM said JOIN patients
        ON oid = ${oid} AND card_form = said.form
      UNION ALL
      SELECT number, pid, value, upper(issuer) FROM said JOIN patient_identifiers
        ON oid = ${oid} AND patient_identifiers.form = said.form AND deleted_at IS NULL)
    SELECT DISTINCT ON (found.number, shown.pid, found.issuer) found.number, found.written, found.issuer,
      shown.pid, own.ad_card_number AS card, shown.name, shown.gender, shown.birthday
    FROM found JOIN patients AS own USING (pid) JOIN patients AS shown ON shown.pid = own.person
    WHERE own.oid = ${oid} AND own.deleted_at IS NULL AND shown.deleted_at IS NULL
    ORDER BY found.number, shown.pid, found.issuer, (found.written = found.number) DESC`.execute(
    trx,
  )
  const isExact = ({ number, written }: Numbered) => number === written
  const exact = new Set(rows.filter(isExact).map(({ number }) => number))
  return rows.filter((row) => isExact(row) || !exact.has(row.number))
}

/** How many are read at most of the patients who have all words of one name. */
const ALIKE = 200

/** At most five patients of this name, in its normal form. */
export async function findNamed(trx: Trx, oid: string, name: string): Promise<BatchPatient[]> {
  const rows = await trx
    .selectFrom('patients')
    .select(['pid', 'name', 'ad_card_number', 'gender', 'birthday'])
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .where(isAmong('pid', await patientsWith(trx, { name })))
    .where(isNamed(name))
    .orderBy('created_at', 'desc')
    .limit(ALIKE)
    .execute()
  return rows.filter((row) => isSameName(row.name, name)).slice(0, 5)
}

/** Of two files of one batch the second waits, and counts the first. */
export async function holdBatch(trx: Trx, { uid }: Own): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`batch ${uid}`}))`.execute(trx)
}

export async function insertFile(trx: Trx, file: Insertable<Tables['batch_files']>): Promise<void> {
  await trx
    .insertInto('batch_files')
    .values(file)
    .onConflict((conflict) => conflict.column('upload_key').doNothing())
    .execute()
}

/** Sets what is given, and says that a person did. False when one of the files is not there or was filed. */
export async function updateFiles(
  trx: Trx,
  own: Own,
  keys: readonly string[],
  given: Partial<Record<'pid' | 'eye' | 'record_date', string>>,
): Promise<boolean> {
  const hand = (part: string, is: string | undefined, rest: ReturnType<typeof sql>) =>
    is === undefined ? rest : sql`jsonb_set(${rest}, ${`{${part},by}`}::text[], '"hand"')`
  const evidence = hand(
    'patient',
    given.pid,
    hand('eye', given.eye, hand('record_date', given.record_date, sql`evidence`)),
  )
  const { rows } = await sql`
    UPDATE batch_files SET evidence = ${evidence}, updated_at = now(),
      pid = coalesce(${given.pid ?? null}::uuid, pid),
      eye = coalesce(${given.eye ?? null}, eye),
      record_date = coalesce(${given.record_date ?? null}::date, record_date)
    WHERE ${isOwn(own)} AND upload_key = ANY(${[...keys]}::text[]) AND NOT ${FILED}
    RETURNING upload_key`.execute(trx)
  return rows.length === new Set(keys).size
}

/** Whom a file is of, and its day where it has none yet, as it was read anew. */
export async function updateRead(
  trx: Trx,
  own: Own,
  key: string,
  { evidence, pid, record_date }: Pick<Read, 'evidence' | 'pid' | 'record_date'>,
): Promise<void> {
  await trx
    .updateTable('batch_files')
    .set({ evidence: JSON.stringify(evidence), pid, record_date, updated_at: sql<Date>`now()` })
    .where(isOwn(own))
    .where('upload_key', '=', key)
    .execute()
}

/** Removes files of the own batch. Returns their previews. */
export async function removeFiles(trx: Trx, own: Own, keys: readonly string[]): Promise<string[]> {
  const removed = await trx
    .deleteFrom('batch_files')
    .where(isOwn(own))
    .where('upload_key', 'in', keys)
    .returning('thumb_key')
    .execute()
  return removed.map(({ thumb_key }) => thumb_key)
}

/** Removes the rows of an institution whose time is over. Their files go with the unused uploads. */
export async function removeOld(trx: Trx, oid: string): Promise<void> {
  await trx.deleteFrom('batch_files').where('oid', '=', oid).where(IS_OVER).execute()
}

/** What the own batch has of files, found or set by hand. */
export async function findSettled(
  trx: Trx,
  own: Own,
  keys: readonly string[],
): Promise<
  { upload_key: string; pid: string | null; eye: Eye | null; record_date: string | null }[]
> {
  return trx
    .selectFrom('batch_files')
    .leftJoin('patients', 'patients.pid', 'batch_files.pid')
    .where(isOwn(own))
    .where('upload_key', 'in', keys)
    .select(['upload_key', 'patients.person as pid', 'eye', 'record_date'])
    .execute()
}

/** The names that files of the own batch have on the computer they came from, by their uploads. */
export async function findOwnNames(
  trx: Trx,
  own: Own,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('batch_files')
    .select(['upload_key', 'file_name'])
    .where(isOwn(own))
    .where('upload_key', 'in', keys)
    .execute()
  return new Map(rows.map(({ upload_key, file_name }) => [upload_key, file_name]))
}

/** The eyes that the own batch read from its files: none that a person set by hand. */
export async function findReadEyes(
  trx: Trx,
  own: Own,
  keys: readonly string[],
): Promise<{ upload_key: string; eye: Eye }[]> {
  const { rows } = await sql<{ upload_key: string; eye: Eye }>`
    SELECT upload_key, eye FROM batch_files
    WHERE ${isOwn(own)} AND upload_key = ANY(${[...keys]}::text[])
      AND eye IS NOT NULL AND evidence->'eye'->>'by' <> 'hand'`.execute(trx)
  return rows
}

/** How many files wait for this person: the own ones, and those of devices. */
export async function countWaiting(trx: Trx, own: Own): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM batch_files
    WHERE ${isOwn(own)} AND NOT ${FILED} AND NOT ${IS_OLD}`.execute(trx)
  return rows[0]?.count ?? 0
}
