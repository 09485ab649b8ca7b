import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { countOf } from '../../platform/database/count.ts'
import { standsFor } from '../../platform/database/person.ts'
import { isAmong, isNamed, patientsWith } from '../../platform/database/search.ts'
import { holdPerson, livingPatients, type PatientRow } from './patient.ts'
import { findAlike } from './queries.ts'

/** The record that stands for whoever has this card number, in its own record or in one that was merged into it. */
export const findByNumber = (
  trx: Trx,
  oid: string,
  number: string,
): Promise<PatientRow | undefined> =>
  livingPatients(trx, oid)
    .selectAll('patients')
    .where(
      'patients.pid',
      '=',
      sql<string>`(SELECT own.person FROM patients AS own WHERE own.oid = ${oid}
        AND own.ad_card_number = ${number} AND own.deleted_at IS NULL)`,
    )
    .executeTakeFirst()

/** The same with every record of the person locked until the transaction ends. */
export async function holdByNumber(
  trx: Trx,
  oid: string,
  number: string,
): Promise<PatientRow | undefined> {
  let held: string | null = null
  for (;;) {
    const found = await findByNumber(trx, oid, number)
    if (!found || found.pid === held) return found
    held = found.pid
    await holdPerson(trx, oid, held)
  }
}

/** Card numbers of the others of this name and birthday. */
export async function numbersAlike(
  trx: Trx,
  oid: string,
  person: { name: string; birthday: string },
  pid: string,
): Promise<string[]> {
  const found = await findAlike(trx, oid, person)
  return found.filter((patient) => patient.pid !== pid).map((patient) => patient.ad_card_number)
}

export interface WantedPatients {
  after?: string | null | undefined
  pid?: string | undefined
  name?: string | undefined
  /** Conditions on `patients`, of whoever asks. */
  where?: readonly RawBuilder<boolean>[]
}

/** A query is not to be awaited by itself: it comes within an object. */
async function inTurn(
  trx: Trx,
  oid: string,
  { after = null, pid, name, where = [] }: WantedPatients,
) {
  let found = livingPatients(trx, oid)
  if (after !== null) found = found.where('patients.pid', '>', after)
  if (pid !== undefined) found = found.where('patients.pid', '=', standsFor(pid))
  if (name !== undefined)
    found = found.where(isNamed(name)).where(isAmong('pid', await patientsWith(trx, { name })))
  for (const condition of where) found = found.where(condition)
  return { found }
}

/** Patients in the sequence of their ids, which is that of registration. */
export async function findInTurn(
  trx: Trx,
  oid: string,
  wanted: WantedPatients,
  most: number,
): Promise<PatientRow[]> {
  const { found } = await inTurn(trx, oid, wanted)
  return found.selectAll('patients').orderBy('patients.pid').limit(most).execute()
}

/** How many there are of these. */
export async function countInTurn(trx: Trx, oid: string, wanted: WantedPatients): Promise<number> {
  const { found } = await inTurn(trx, oid, wanted)
  return countOf(found)
}

/** By a card number the record that stands for whoever has it, in its own record or in one that was merged into it. */
export async function findByNumbers(
  trx: Trx,
  oid: string,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await trx
    .selectFrom('patients')
    .select(['ad_card_number', 'person'])
    .where('oid', '=', oid)
    .where('ad_card_number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ ad_card_number, person }) => [ad_card_number, person]))
}

/** A card number of digits may stand here with zeros before it, which a spreadsheet takes away. */
const ZEROS_MOST = 12

/** A card number without the zeros before it. */
export const withoutZeros = (number: string) => number.replace(/^0+(?=\d+$)/, '')

/** Patients whose card number differs from one of these by zeros before it. */
export async function cardsLike(
  trx: Trx,
  oid: string,
  numbers: readonly string[],
): Promise<Pick<PatientRow, 'name' | 'ad_card_number'>[]> {
  const zeros = numbers
    .filter((number) => /^[1-9]\d*$/.test(number))
    .flatMap((number) =>
      Array.from({ length: ZEROS_MOST }, (_, n) => `${'0'.repeat(n + 1)}${number}`),
    )
  if (zeros.length === 0) return []
  return livingPatients(trx, oid)
    .select(['patients.name', 'patients.ad_card_number'])
    .where('patients.ad_card_number', '=', sql<string>`any(${zeros}::text[])`)
    .execute()
}
