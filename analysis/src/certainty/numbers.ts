import type { FigureTable } from '@mingmou/contract'
import { confidenceWithin } from './confidence.ts'
import type { Ledger } from './ledger.ts'

type Values = [name: string, value: number][]

/** All numbers of nested measures by dotted name, without lists. */
export function numbersOf(measures: object, prefix = ''): Values {
  return Object.entries(measures).flatMap(([key, value]: [string, unknown]): Values => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    if (typeof value === 'number') return [[name, value]]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return numbersOf(value, name)
  })
}

/** Enters how sure each number is: by its usual error, and by how far the single views of the picture disagree. */
export function enterNumbers(
  table: FigureTable,
  figures: object,
  views: readonly object[],
  ledger: Ledger,
): void {
  const seen = views.map((view) => new Map(numbersOf(view)))
  for (const [name, value] of numbersOf(figures)) {
    const { error } = table.at(name)
    const others = seen.flatMap((view) => view.get(name) ?? [])
    if (error) ledger.sure(name, confidenceWithin(error, value, others))
  }
}
