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
import type { RowFault } from '../../platform/database/tables/import.ts'
import { numberKey, refuseOtherBirthday } from '../patients/identifiers.ts'
import { isSameForm, isSomebodyElse } from '../patients/upsert.ts'
import type { Column } from './columns.ts'
import type { Known } from './look-up.ts'
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
export function settle(known: Known, row: PeopleRow): Settled {
  if (row.faults.length > 0) return { what: 'refused', faults: row.faults }
  try {
    return settled(known, row)
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

function settled(known: Known, person: PeopleRow): Settled {
  const { given, row, first } = person
  if (first < row.line) throw new RowRefused('', message('row_twice', first))
  const { identifiers = [], ...fields } = given
  if (fields.ad_card_number === undefined && identifiers.length === 0)
    throw new RowRefused('', 'row_key')
  const found = findPerson(known, given)
  if (!found) return added(known, person)
  const { form: before } = found
  if (isSomebodyElse(found.row, fields))
    throw new RowRefused(fields.name === undefined ? 'birthday' : 'name', 'number_differs')
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
  return { what: 'changed', pid: found.row.pid, before, after }
}

/** Who has a number of the row. */
export function personsOf(known: Known, { ad_card_number, identifiers = [] }: PeopleRow['given']) {
  const carded = ad_card_number === undefined ? undefined : known.carded.get(ad_card_number)
  const numbered = identifiers.flatMap(
    (identifier) => known.numbered.get(numberKey(identifier)) ?? [],
  )
  return { carded, all: new Set([...(carded === undefined ? [] : [carded]), ...numbered]) }
}

/** The one person whose numbers these are. */
function findPerson(known: Known, given: PeopleRow['given']) {
  const { carded, all } = personsOf(known, given)
  if (all.size > 1) throw new RowRefused('', 'row_two')
  const [pid = ''] = all
  const found = known.people.get(pid)
  if (found && carded === undefined && given.ad_card_number !== undefined)
    throw new RowRefused('number', message('row_other_card', found.row.ad_card_number))
  return found
}

function added(known: Known, { given, twin }: PeopleRow): Settled {
  const read = PatientInput.safeParse(given, { reportInput: true })
  if (!read.success) {
    const lacks = ['ad_card_number', 'name', 'gender', 'birthday'].some((name) => !(name in given))
    if (lacks) throw new RowRefused('', 'row_new')
    return { what: 'refused', faults: faultsOf(fieldMessages(read.error.issues), given) }
  }
  const after = read.data
  refuseOtherBirthday(after.identifiers ?? [], after.birthday)
  const zeros = (known.zeros.get(after.ad_card_number) ?? []).find(({ name }) =>
    isSameName(name, after.name),
  )
  if (zeros) throw new RowRefused('number', message('row_zero', zeros.ad_card_number))
  // Which of the two numbers is right a person has to say: neither is written.
  if (twin !== null) throw new RowRefused('number', message('row_zero_twin', twin))
  return { what: 'created', after }
}

/** Numbers that the record has stay; of an identity card a person has one. */
function union(had: readonly Identifier[], said: readonly Identifier[]): Identifier[] {
  const byNumber = ({ kind, value }: Identifier) => identifierForm({ kind, value, issuer: '' })
  const added = said.filter(
    (identifier) => !had.some((other) => byNumber(other) === byNumber(identifier)),
  )
  const isReplaced = ({ kind }: Identifier) =>
    kind === 'national' && added.some((identifier) => identifier.kind === 'national')
  return [...had.filter((identifier) => !isReplaced(identifier)), ...added]
}
