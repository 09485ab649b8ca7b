import { useRef, useState } from 'react'

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** How far a key goes through the rows of a list: J and K, and the arrows. */
export const stepOf = (key: string): number | undefined => STEPS[key]

/**
 * The row that keys mean: the one that has or had the focus. It is known by its key, not by its number: rows come, go
 * and change their order while somebody works. None is meant before one had the focus, and after it is gone.
 */
export function useRowWalk<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [meant, mean] = useState<{ key: string; at: number; left?: boolean } | null>(null)
  const items = useRef(new Map<string, HTMLElement>())
  const at = meant === null ? -1 : rows.findIndex((row) => keyOf(row) === meant.key)
  const focus = (wanted: number) => {
    const row = rows[Math.max(0, Math.min(wanted, rows.length - 1))]
    if (row) items.current.get(keyOf(row))?.focus()
  }
  /** The next row that way. Where the row is gone or was sent elsewhere, the one in its place is next. */
  const next = (by: number) => {
    if (meant === null) return 0
    if (at >= 0 && meant.left !== true) return at + by
    return by > 0 ? meant.at : meant.at - 1
  }
  return {
    row: rows[at],
    focus,
    next,
    /** What was done sends the row elsewhere, or brings it back: a step goes on from where it stood. */
    leave: (row: Row, left: boolean) => {
      const stood = rows.findIndex((candidate) => keyOf(candidate) === keyOf(row))
      mean((now) => (now?.key === keyOf(row) ? { ...now, at: stood, left } : now))
    },
    /** What a row of the list needs: its place, whether Tab comes back to it, and to be told of the focus. */
    of: (row: Row, index: number) => ({
      current: index === Math.max(0, at),
      place: (element: HTMLElement | null) => {
        if (element) items.current.set(keyOf(row), element)
        else items.current.delete(keyOf(row))
      },
      onFocus: () => mean({ key: keyOf(row), at: index }),
    }),
    item: (row: Row) => items.current.get(keyOf(row)) ?? null,
  }
}
