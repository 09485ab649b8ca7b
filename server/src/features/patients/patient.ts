import { isBefore } from '@mingmou/contract'
import { sql, type Selectable } from 'kysely'
import { invalid } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { besideOthers, inTurn, standsFor } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type PatientRow = Selectable<Tables['patients']>

/**
 * Patients that are not deleted, each once: a record that was merged into another one is not listed. Row-level
 * security limits them to the institution of the transaction.
 */
export const livingPatients = (trx: Trx, oid: string) =>
  trx
    .selectFrom('patients')
    .where('patients.oid', '=', oid)
    .where('patients.deleted_at', 'is', null)
    .where('patients.merged_into', 'is', null)

/** The record that stands for the one asked for. */
export const livingPerson = (trx: Trx, oid: string, pid: string) =>
  livingPatients(trx, oid).where('patients.pid', '=', standsFor(pid))

/**
 * A statement that waited for a merge finds no record: it looked for the one that stood for the
 * patient before. The next statement looks for the one that stands now.
 */
export const lookTwice = async (look: () => Promise<boolean>) => (await look()) || (await look())

/** The patient, by its record or by one that was merged into it. */
export async function findPatient(
  trx: Trx,
  oid: string,
  pid: string,
): Promise<PatientRow | undefined> {
  return livingPerson(trx, oid, pid).selectAll('patients').executeTakeFirst()
}

/** Those of these records that stand for a patient. */
export const findStanding = (
  trx: Trx,
  oid: string,
  pids: readonly string[],
): Promise<PatientRow[]> =>
  livingPatients(trx, oid)
    .selectAll('patients')
    .where('patients.pid', '=', sql<string>`any(${[...pids]}::uuid[])`)
    .execute()

/** The patient, locked against deletion until the transaction ends. */
export async function holdPatient(trx: Trx, oid: string, pid: string): Promise<boolean> {
  return lookTwice(async () => {
    const found = await livingPerson(trx, oid, pid).select('patients.pid').forShare().execute()
    return found.length > 0
  })
}

/**
 * Every record of the patient, locked until the transaction ends: who reads it now and writes it then overwrites nothing
 * that somebody else wrote, and nothing is filed under it meanwhile. A transaction that needs several patients locks them
 * at once by `holdPersons`: two that locked the same ones in opposite orders would wait for each other.
 */
export async function holdPerson(trx: Trx, oid: string, pid: string): Promise<void> {
  await besideOthers(trx, oid)
  await lockRecords(trx, oid, [pid])
}

/** The same of several patients, while nobody joins, parts, deletes or holds any. */
export async function holdPersons(
  trx: Trx,
  oid: string,
  pids: readonly string[],
): Promise<string[]> {
  await inTurn(trx, oid)
  return lockRecords(trx, oid, pids)
}

async function lockRecords(trx: Trx, oid: string, pids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('patients')
    .select('pid')
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where(
      'person',
      '=',
      sql<string>`any(array(SELECT person FROM patients AS asked
        WHERE asked.pid = any(${[...pids]}::uuid[])))`,
    )
    .orderBy('pid')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.pid)
}

/** Refuses days before the patient was born, by their fields. Those that are not given pass. */
export async function refuseBeforeBirth(
  trx: Trx,
  { oid, pid }: { oid: string; pid: string },
  days: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const patient = await findPatient(trx, oid, pid)
  const early = Object.entries(days).filter(
    ([, day]) =>
      patient !== undefined && typeof day === 'string' && isBefore(day, patient.birthday),
  )
  if (early.length > 0)
    throw invalid(Object.fromEntries(early.map(([field]) => [field, 'date_before_birth'])))
}
