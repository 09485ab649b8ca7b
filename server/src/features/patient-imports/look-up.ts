import type { PatientInput } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { cardsLike, findByNumbers, withoutZeros } from '../patients/by-number.ts'
import { personsWith } from '../patients/identifiers.ts'
import { findStanding, type PatientRow } from '../patients/patient.ts'
import { formsOf } from '../patients/upsert.ts'
import type { PeopleRow } from './table.ts'

type Like = Pick<PatientRow, 'name' | 'ad_card_number'>
interface Person {
  row: PatientRow
  form: PatientInput
}

/** Who has the numbers of some rows, and what is recorded of them. */
export interface Known {
  /** By a card number, and by `numberKey`, the records that stand for the patient who has it. */
  carded: ReadonlyMap<string, string>
  numbered: ReadonlyMap<string, readonly string[]>
  people: ReadonlyMap<string, Person>
  /** By a card number those that differ from it by zeros before it. */
  zeros: ReadonlyMap<string, readonly Like[]>
}

/** Looks up rows together: each by itself would wait for the database several times. */
export async function lookUp(
  trx: Trx,
  oid: string,
  rows: readonly Pick<PeopleRow, 'given'>[],
): Promise<Known> {
  const cards = rows.flatMap(({ given }) => given.ad_card_number ?? [])
  const numbers = rows.flatMap(({ given }) => given.identifiers ?? [])
  const carded = await findByNumbers(trx, oid, cards)
  const numbered = await personsWith(trx, oid, numbers)
  const pids = new Set([...carded.values(), ...[...numbered.values()].flat()])
  const found = await findStanding(trx, oid, [...pids])
  const forms = await formsOf(trx, oid, found)
  const like = await cardsLike(
    trx,
    oid,
    cards.filter((card) => !carded.has(card)),
  )
  const people = found.flatMap((row, at): [string, Person][] => {
    const form = forms[at]
    return form ? [[row.pid, { row, form }]] : []
  })
  const zeros = new Map<string, Like[]>()
  for (const patient of like) {
    const number = withoutZeros(patient.ad_card_number)
    zeros.set(number, [...(zeros.get(number) ?? []), patient])
  }
  return { carded, numbered, people: new Map(people), zeros }
}
