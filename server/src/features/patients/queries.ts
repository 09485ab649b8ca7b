import {
  ALIKE_PATIENTS,
  formsAlike,
  isSameName,
  nameForm,
  type Patient,
  type PatientInput,
} from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf, pageOfDays, type Page } from '../../platform/database/page.ts'
import { standsFor } from '../../platform/database/person.ts'
import {
  contains,
  isAmong,
  isNamed,
  isNumbered,
  patientsNamed,
  patientsWith,
} from '../../platform/database/search.ts'
import { initialsOf } from './initials.ts'
import { holdPersons, livingPatients, lookTwice, type PatientRow } from './patient.ts'

/** Patients of whom a record fits, their own or one that was merged into it. */
function fitting(trx: Trx, oid: string, fits: (table: string) => RawBuilder<boolean>) {
  // They are few and in an index of their own.
  const merged = sql<boolean>`patients.pid IN (SELECT merged.person FROM patients AS merged
    WHERE merged.oid = ${oid} AND merged.merged_into IS NOT NULL AND ${fits('merged')})`
  return livingPatients(trx, oid)
    .selectAll('patients')
    .where((row) => row.or([fits('patients'), merged]))
}

/** What an index found, and the records that stand for those that were merged. */
async function personsOf(
  trx: Trx,
  oid: string,
  found: readonly string[] | null,
): Promise<string[] | null> {
  if (found === null) return null
  const rows = await trx
    .selectFrom('patients')
    .select('person')
    .where('oid', '=', oid)
    .where('merged_into', 'is not', null)
    .where(isAmong('pid', found))
    .execute()
  return [...found, ...rows.map(({ person }) => person)]
}

export interface PatientFilter {
  name: string
  phone: string
  card: string
}

export async function findPatients(
  trx: Trx,
  oid: string,
  { name, phone, card }: PatientFilter,
  page: { page: number; size: number },
): Promise<Page<PatientRow>> {
  const all = livingPatients(trx, oid).selectAll('patients')
  if (!name && !phone && !card)
    return pageOfDays(trx, all, { oid, list: 'patients', id: 'pid' }, page)
  const found = await personsOf(trx, oid, await patientsWith(trx, { name, card, phone }))
  const query = fitting(
    trx,
    oid,
    (table) => sql<boolean>`(${isNamed(name, table)}
      AND ${isNumbered(card, table)}
      AND ${phone === '' ? sql`true` : contains(`${table}.phone`, phone)})`,
  ).where(isAmong('patients.pid', found))
  return pageOf(trx, query, sql`created_at DESC, pid DESC`, page)
}

/** The newest day with images or an examination of each patient that has one. */
export async function findLastVisits(
  trx: Trx,
  oid: string,
  pids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ pid: string; last_visit: string | null }>`
    SELECT person AS pid, max(greatest(
      (SELECT max(record_date) FROM archives
       WHERE archives.oid = ${oid} AND archives.pid = patients.pid AND deleted_at IS NULL),
      (SELECT max(record_date) FROM eye_exams
       WHERE eye_exams.oid = ${oid} AND eye_exams.pid = patients.pid AND deleted_at IS NULL)
    )) AS last_visit FROM patients
    WHERE oid = ${oid} AND person = ANY(${[...pids]}::uuid[]) GROUP BY person`.execute(trx)
  return new Map(rows.flatMap(({ pid, last_visit }) => (last_visit ? [[pid, last_visit]] : [])))
}

/** What a name is searched for by. */
const derived = (name: string) => ({ name_initials: initialsOf(name), name_form: nameForm(name) })

/** A form of the whole record: what is left out is empty. Its identifiers are rows of their own. */
export const whole = (patient: PatientInput) => ({
  name: patient.name,
  ad_card_number: patient.ad_card_number,
  gender: patient.gender,
  birthday: patient.birthday,
  ...derived(patient.name),
  profession: patient.profession ?? null,
  phone: patient.phone ?? null,
  area_id: patient.area_id ?? null,
  address: patient.address ?? null,
  allergic_history: patient.allergic_history ?? null,
  operation_history: patient.operation_history ?? null,
})

/** Patients of this name, in its normal form, and birthday; the newest first. */
export async function findAlike(
  trx: Trx,
  oid: string,
  { name, birthday }: Pick<PatientInput, 'name' | 'birthday'>,
): Promise<PatientRow[]> {
  const rows = await livingPatients(trx, oid)
    .selectAll('patients')
    .where('birthday', '=', birthday)
    .where('name_form', '=', sql<string>`any(${formsAlike(name)}::text[])`)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.filter((row) => isSameName(row.name, name)).slice(0, ALIKE_PATIENTS)
}

/** False when another patient has this card number. */
export async function insertPatient(
  trx: Trx,
  oid: string,
  patient: PatientInput,
  made: { pid: string; created_by: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('patients')
    .values({ ...whole(patient), ...made, oid })
    .onConflict((conflict) =>
      conflict.columns(['oid', 'ad_card_number']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('pid')
    .execute()
  return inserted.length > 0
}

/** Derives initials and normal form of names that have none yet, of a number of patients at most. Returns how many it found. */
export async function fillNames(trx: Trx, oid: string, most: number): Promise<number> {
  const found = await trx
    .selectFrom('patients')
    .select(['pid', 'name'])
    .where('oid', '=', oid)
    .where((row) => row.or([row('name_initials', 'is', null), row('name_form', 'is', null)]))
    .limit(most)
    .forUpdate()
    .execute()
  const pids = found.map(({ pid }) => pid)
  const names = found.map(({ name }) => derived(name))
  const initials = names.map(({ name_initials }) => name_initials)
  const forms = names.map(({ name_form }) => name_form)
  await sql`
    UPDATE patients SET name_initials = filled.initials, name_form = filled.form
    FROM unnest(${pids}::uuid[], ${initials}::text[], ${forms}::text[]) AS filled (pid, initials, form)
    WHERE patients.oid = ${oid} AND patients.pid = filled.pid`.execute(trx)
  return found.length
}

/** False when there is no such patient. Throws on a card number that another patient has. */
export async function updatePatient(
  trx: Trx,
  oid: string,
  pid: string,
  patient: Pick<PatientRow, keyof ReturnType<typeof whole>>,
): Promise<boolean> {
  return lookTwice(async () => {
    const updated = await trx
      .updateTable('patients')
      .set({ ...patient, updated_at: sql<Date>`now()` })
      .where('oid', '=', oid)
      .where('pid', '=', standsFor(pid))
      .where('deleted_at', 'is', null)
      .where('merged_into', 'is', null)
      .returning('pid')
      .execute()
    return updated.length > 0
  })
}

/** Hides the patient with every record of it. False when there is no such patient. */
export async function hidePatient(trx: Trx, oid: string, pid: string): Promise<boolean> {
  const pids = await holdPersons(trx, oid, [pid])
  if (pids.length === 0) return false
  await trx
    .updateTable('patients')
    .set({ deleted_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('pid', 'in', pids)
    .execute()
  return true
}

/** Every field is named: a new column stays private until it stands here. */
export function toPatient(row: PatientRow): Patient {
  return {
    pid: row.pid,
    ad_card_number: row.ad_card_number,
    name: row.name,
    gender: row.gender,
    profession: row.profession,
    birthday: row.birthday,
    phone: row.phone,
    area_id: row.area_id,
    address: row.address,
    allergic_history: row.allergic_history,
    operation_history: row.operation_history,
    created_at: row.created_at.toISOString(),
  }
}

/** The newest patients whose name, one of whose numbers or whose phone holds a keyword. */
export async function findByKeyword(
  trx: Trx,
  oid: string,
  keyword: string,
  limit: number,
): Promise<PatientRow[]> {
  let query = livingPatients(trx, oid).selectAll('patients')
  if (keyword) {
    const named = await patientsNamed(trx, keyword)
    const phoned = await patientsWith(trx, { phone: keyword })
    const found = await personsOf(trx, oid, named && phoned && [...named, ...phoned])
    query = fitting(
      trx,
      oid,
      (table) => sql<boolean>`(${isNamed(keyword, table)}
        OR ${isNumbered(keyword, table)} OR ${contains(`${table}.phone`, keyword)})`,
    ).where(isAmong('patients.pid', found))
  }
  return query
    .orderBy('patients.created_at', 'desc')
    .orderBy('patients.pid', 'desc')
    .limit(limit)
    .execute()
}
