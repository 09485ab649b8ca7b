import type { PatientInput } from '@mingmou/contract'
import { whole } from './queries.ts'
import { BETWEEN, partsOf, unionOf, type PatientRow } from './union.ts'

const HISTORIES = ['allergic_history', 'operation_history'] as const
const PLACE = ['area_id', 'address'] as const
const SINGLE = ['phone', 'profession'] as const

const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
const isSameHistory = (one: string | null | undefined, other: string | null | undefined) =>
  isSame([...new Set(partsOf(one))].toSorted(), [...new Set(partsOf(other))].toSorted())

type Written = Pick<PatientRow, keyof ReturnType<typeof whole>>

/**
 * What a record itself says once the form of it with others is saved: what was changed there, and else what it said
 * before. `stuck` are the fields in which the others still say what was taken out.
 */
export function ownPart(
  own: PatientRow,
  others: readonly PatientRow[],
  said: PatientInput,
): { own: Written; stuck: string[] } {
  const wanted: Written = whole(said)
  if (others.length === 0) return { own: wanted, stuck: [] }
  const shown = unionOf(own, others)
  const kept = { ...wanted }
  if (PLACE.every((field) => isSame(wanted[field], shown[field])))
    Object.assign(kept, { area_id: own.area_id, address: own.address })
  for (const field of SINGLE) if (isSame(wanted[field], shown[field])) kept[field] = own[field]
  for (const field of HISTORIES) {
    const mine = partsOf(own[field])
    const theirs = others.flatMap((row) => partsOf(row[field]))
    const added = partsOf(wanted[field]).filter(
      (part) => mine.includes(part) || !theirs.includes(part),
    )
    kept[field] = isSameHistory(wanted[field], shown[field])
      ? own[field]
      : added.join(BETWEEN) || null
  }
  const after = unionOf({ ...own, ...kept }, others)
  const stuck = [
    ...[...SINGLE, ...PLACE].filter((field) => !isSame(after[field], wanted[field])),
    ...HISTORIES.filter((field) => !isSameHistory(after[field], wanted[field])),
  ]
  return { own: kept, stuck }
}
