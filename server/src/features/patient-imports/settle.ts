import {
  fieldMessages,
  identifierForm,
  Identifiers,
  isSameName,
  message,
  PatientInput,
  type Identifier,
} from '@mingmou/contract'
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
    if (error instanceof Refusal) return { what: 'refused', faults: faultsOf(error) }
    throw error
  }
}

const COLUMN_OF: Record<string, Column> = {
  ...{ ad_card_number: 'number', area_id: 'area', identifiers: 'national' },
}

/** What a service refused of a row. */
export const faultsOf = ({ fields, message: said }: Refusal): RowFault[] =>
  fields
    ? Object.entries(fields).map(([field, one]) => [COLUMN_OF[field] ?? field, one])
    : [['', said]]

async function settled(trx: Trx, oid: string, { given, row, first }: PeopleRow): Promise<Settled> {
  if (first < row.line) throw new RowRefused('', message('row_twice', first))
  const { identifiers = [], ...fields } = given
  if (fields.ad_card_number === undefined && identifiers.length === 0)
    throw new RowRefused('number', 'row_key')
  const found = await findPerson(trx, oid, given)
  if (!found) return added(trx, oid, { ...fields, identifiers })
  if (isSomebodyElse(found, fields)) throw new RowRefused('name', 'number_differs')
  const before = await formOf(trx, oid, found)
  const numbers = union(before.identifiers ?? [], identifiers)
  const checked = Identifiers.safeParse(numbers)
  if (!checked.success) throw new RowRefused('other', checked.error.issues[0]?.message ?? 'invalid')
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
  if (persons.size > 1) throw new RowRefused('number', 'row_two')
  const [pid] = persons
  const found = carded ?? (pid === undefined ? undefined : await findPatient(trx, oid, pid))
  if (found && !carded && ad_card_number !== undefined)
    throw new RowRefused('number', message('row_other_card', found.ad_card_number))
  return found
}

async function added(
  trx: Trx,
  oid: string,
  { identifiers, ...given }: PeopleRow['given'],
): Promise<Settled> {
  const read = PatientInput.safeParse(
    { ...given, ...(identifiers?.length && { identifiers }) },
    { reportInput: true },
  )
  if (!read.success) {
    const lacks = ['ad_card_number', 'name', 'gender', 'birthday'].some((name) => !(name in given))
    if (lacks) throw new RowRefused('', 'row_new')
    throw new RowRefused('', Object.values(fieldMessages(read.error.issues))[0] ?? 'invalid')
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
