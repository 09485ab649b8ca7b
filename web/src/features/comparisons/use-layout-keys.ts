import { useEffect, useEffectEvent } from 'react'
import { LAYOUTS, type Layout } from './use-comparison.ts'

/** 1, 2 and 3 choose how the pictures lie, and the space bar turns them while they flicker. */
export function useLayoutKeys(act: {
  layout: Layout
  isAligned: boolean
  choose: (layout: Layout) => void
  turn: () => void
}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyped(event.target)) return
    const wanted = LAYOUTS[['1', '2', '3'].indexOf(event.key)]
    if (wanted && (wanted === 'beside' || act.isAligned)) act.choose(wanted)
    else if (event.key === ' ' && act.layout === 'flicker' && !isPressed(event.target)) act.turn()
    else return
    event.preventDefault()
  })
  // From wherever the page is: nothing has to be pressed before its keys are heard.
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type)

/** A press of the space bar does something of its own there. A radio that is chosen stays chosen. */
const isPressed = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('button, [role="slider"], input:not([type="radio"]:checked)') !== null
