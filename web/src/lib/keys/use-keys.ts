import { useEffect, useEffectEvent } from 'react'

/**
 * Listens to keys of the whole page that nobody else has taken. The focus may be nowhere: a control
 * that goes away, such as a dialog once its call is made, takes it along.
 */
export function useKeys(press: (event: KeyboardEvent) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.target === document.body && isDialogOpen()) return
    press(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const isDialogOpen = () =>
  [...document.querySelectorAll<HTMLElement>('.ant-modal-wrap')].some(
    ({ style }) => style.display !== 'none',
  )

const FIELDS = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, [role="dialog"]'

/** Somebody types there or answers a dialog. */
export const isTypedIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest(FIELDS) !== null

/** Somebody types, or the browser or another program is meant. */
export const isElsewhere = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey || isTypedIn(target)
