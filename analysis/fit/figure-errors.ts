import type { Figure } from '../src/cards.ts'

/** How the errors of figures are collected and told. */

export interface Asked {
  first: number | undefined
  count: number | undefined
  each: number | undefined
}
/** Prints what was measured, and returns what the card keeps of it. */
export type Measure = (asked: Asked) => Promise<Omit<Figure, 'command'>[]>

export type Named = ReadonlyMap<string, number>

interface Table {
  at: (name: string) => { error: { relative: boolean } | null }
}

/** What each case errs, by figure: as a share of the true value where the figure's error is relative. */
export class FigureErrors {
  readonly byName = new Map<string, number[]>()
  private readonly table: Table

  constructor(table: Table) {
    this.table = table
  }

  add(found: Named, truth: Named): void {
    for (const [name, right] of truth) {
      const { error } = this.table.at(name)
      const value = found.get(name)
      if (!error || value === undefined || (error.relative && right === 0)) continue
      const off = error.relative ? value / right - 1 : value - right
      this.byName.set(name, [...(this.byName.get(name) ?? []), off])
    }
  }
}
