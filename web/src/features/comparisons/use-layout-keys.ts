import { isElsewhere, useKeys } from '../../lib/keys/use-keys.ts'
import { LAYOUTS, type Layout } from './use-comparison.ts'

/** 1, 2 and 3 choose how the pictures lie, and the space bar turns them while they flicker. */
export function useLayoutKeys(act: {
  layout: Layout
  isAligned: boolean
  choose: (layout: Layout) => void
  turn: () => void
}): void {
  useKeys((event) => {
    if (isElsewhere(event)) return
    const wanted = LAYOUTS[['1', '2', '3'].indexOf(event.key)]
    if (wanted && (wanted === 'beside' || act.isAligned)) act.choose(wanted)
    else if (event.key === ' ' && act.layout === 'flicker' && !isPressed(event.target)) act.turn()
    else return
    event.preventDefault()
  })
}

/** A press of the space bar does something of its own there. A radio that is chosen stays chosen. */
const isPressed = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('button, [role="slider"], input:not([type="radio"]:checked)') !== null
