import {
  fieldMessages,
  identifierForm,
  Identifiers,
  isSameName,
  message,
  PatientInput,
  type Identifier,
} from '@mingmou/contract'
import type pg from 'pg'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { RowFault } from '../../platform/database/tables/import.ts'
import { cardsLike, findByNumber } from '../patients/by-number.ts'
import { personsWith, refuseOtherBirthday } from '../patients/identifiers.ts'
import { findPatient, type PatientRow } from '../patients/patient.ts'
import { formOf, isSameForm, isSomebodyElse } from '../patients/upsert.ts'
import type { Column } from './columns.ts'
import type { PeopleRow } from './table.ts'

/** What a row would do. */
export type Settled =
  | { what: 'refused'; faults: RowFault[] }
  | { what: 'unchanged' }
  | { what: 'created'; after: PatientInput }
  | { what: 'changed'; pid: string; before: PatientInput; after: PatientInput }

class RowRefused extends Error {
  readonly faults: RowFault[]

  constructor(column: Column | '', said: string) {
    super(said)
    this.faults = [[column, said]]
  }
}

/** Says what a row would do, without doing it. */
export async function settle(trx: Trx, oid: string, row: PeopleRow): Promise<Settled> {
  if (row.faults.length > 0) return { what: 'refused', faults: row.faults }
  try {
    return await settled(trx, oid, row)
  } catch (error) {
    if (error instanceof RowRefused) return { what: 'refused', faults: error.faults }
    if (error instanceof Refusal) return refusedBy(error, row)
    throw error
  }
}

/** A row that a service refused, or the database itself. */
export const refusedBy = (
  refused: Refusal | pg.DatabaseError,
  { given }: Pick<PeopleRow, 'given'>,
): Settled => {
  if (!(refused instanceof Refusal)) return { what: 'refused', faults: [['', 'row_refused']] }
  const { fields, message: said } = refused
  return { what: 'refused', faults: fields ? faultsOf(fields, given) : [['', said]] }
}

const COLUMN_OF: Record<string, Column> = { ad_card_number: 'number', area_id: 'area' }

const faultsOf = (fields: Readonly<Record<string, string>>, given: PeopleRow['given']) =>
  Object.entries(fields).map(([field, said]): RowFault => [
    field.startsWith('identifiers') ? columnOfNumbers(said, given) : (COLUMN_OF[field] ?? field),
    said,
  ])

/** Which column of numbers a message is about; none where it may be about several. */
function columnOfNumbers(said: string, { identifiers = [] }: PeopleRow['given']): Column | '' {
  const kinds = new Set(identifiers.map(({ kind }) => kind))
  if (said.startsWith('national_id')) return kinds.has('national') ? 'national' : 'birthday'
  const taken = identifiers.find(({ value }) => said === message('identifier_exists', value))
  const [only] = kinds
  return taken?.kind ?? (kinds.size === 1 && only ? only : '')
}

async function settled(trx: Trx, oid: string, { given, row, first }: PeopleRow): Promise<Settled> {
  if (first < row.line) throw new RowRefused('', message('row_twice', first))
  const { identifiers = [], ...fields } = given
  if (fields.ad_card_number === undefined && identifiers.length === 0)
    throw new RowRefused('', 'row_key')
  const found = await findPerson(trx, oid, given)
  if (!found) return added(trx, oid, given)
  if (isSomebodyElse(found, fields))
    throw new RowRefused(fields.name === undefined ? 'birthday' : 'name', 'number_differs')
  const before = await formOf(trx, oid, found)
  const numbers = union(before.identifiers ?? [], identifiers)
  const checked = Identifiers.safeParse(numbers)
  if (!checked.success) {
    const said = checked.error.issues[0]?.message ?? 'invalid'
    throw new RowRefused(columnOfNumbers(said, given), said)
  }
  // The card by which the form is found is the first one of the person, and stays.
  const after = {
    ...before,
    ...fields,
    identifiers: numbers,
    ad_card_number: before.ad_card_number,
  }
  refuseOtherBirthday(numbers, after.birthday)
  if (isSameForm(before, after)) return { what: 'unchanged' }
  return { what: 'changed', pid: found.pid, before, after }
}

/** The one person whose numbers these are. */
async function findPerson(
  trx: Trx,
  oid: string,
  { ad_card_number, identifiers = [] }: PeopleRow['given'],
): Promise<PatientRow | undefined> {
  const carded =
    ad_card_number === undefined ? undefined : await findByNumber(trx, oid, ad_card_number)
  const persons = new Set(carded ? [carded.pid] : [])
  for (const one of identifiers)
    for (const person of await personsWith(trx, oid, one)) persons.add(person)
  if (persons.size > 1) throw new RowRefused('', 'row_two')
  const [pid] = persons
  const found = carded ?? (pid === undefined ? undefined : await findPatient(trx, oid, pid))
  if (found && !carded && ad_card_number !== undefined)
    throw new RowRefused('number', message('row_other_card', found.ad_card_number))
  return found
}

async function added(trx: Trx, oid: string, given: PeopleRow['given']): Promise<Settled> {
  const read = PatientInput.safeParse(given, { reportInput: true })
  if (!read.success) {
    const lacks = ['ad_card_number', 'name', 'gender', 'birthday'].some((name) => !(name in given))
    if (lacks) throw new RowRefused('', 'row_new')
    return { what: 'refused', faults: faultsOf(fieldMessages(read.error.issues), given) }
  }
  const after = read.data
  refuseOtherBirthday(after.identifiers ?? [], after.birthday)
  const zeros = (await cardsLike(trx, oid, after.ad_card_number)).find(({ name }) =>
    isSameName(name, after.name),
  )
  if (zeros) throw new RowRefused('number', message('row_zero', zeros.ad_card_number))
  return { what: 'created', after }
}

/** Numbers that the record has stay; of an identity card a person has one. */
function union(had: readonly Identifier[], said: readonly Identifier[]): Identifier[] {
  const byNumber = ({ kind, value }: Identifier) => identifierForm({ kind, value, issuer: '' })
  const added = said.filter((one) => !had.some((other) => byNumber(other) === byNumber(one)))
  const isReplaced = ({ kind }: Identifier) =>
    kind === 'national' && added.some((one) => one.kind === 'national')
  return [...had.filter((one) => !isReplaced(one)), ...added]
}
