import { NO_HISTORY } from '@mingmou/contract'
import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type PatientRow = Selectable<Tables['patients']>

export const BETWEEN = '；'

/** The statements of a history. */
export const partsOf = (text: string | null | undefined) =>
  (text ?? '').split(BETWEEN).flatMap((part) => part.trim() || [])

/** A history of a person: what any record says, each once; 'none' only where no record says one. */
function historyOf(texts: readonly (string | null)[]): string | null {
  const said = new Set(texts.flatMap(partsOf))
  if (said.size > 1) said.delete(NO_HISTORY)
  return said.size === 0 ? null : [...said].join(BETWEEN)
}

/** What the records of one person say together. The first stands for them: others fill what it has not. */
export function unionOf<Row extends PatientRow>(own: Row, others: readonly PatientRow[]): Row {
  const all = [own, ...others]
  const first = <Field extends 'phone' | 'profession' | 'address' | 'area_id'>(field: Field) =>
    all.find((row) => row[field] !== null)?.[field] ?? null
  return {
    ...own,
    phone: first('phone'),
    profession: first('profession'),
    // A street belongs to its area.
    ...(own.area_id === null &&
      own.address === null && { area_id: first('area_id'), address: first('address') }),
    allergic_history: historyOf(all.map((row) => row.allergic_history)),
    operation_history: historyOf(all.map((row) => row.operation_history)),
  }
}

/** Patients with what records say that were merged into theirs. Nothing of it is written, so that each has its own back. */
export async function withMerged<Row extends PatientRow>(
  trx: Trx,
  oid: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const merged = await mergedRows(
    trx,
    oid,
    rows.map(({ pid }) => pid),
  )
  return rows.map((row) =>
    unionOf(
      row,
      merged.filter(({ person }) => person === row.pid),
    ),
  )
}

/** The records that were merged into these, the oldest merge first. */
export async function mergedRows(
  trx: Trx,
  oid: string,
  pids: readonly string[],
): Promise<PatientRow[]> {
  if (pids.length === 0) return []
  return trx
    .selectFrom('patients')
    .selectAll()
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is not', null)
    .where('person', 'in', pids)
    .orderBy('merged_at')
    .execute()
}
