import { useEffect, useEffectEvent } from 'react'

/**
 * Listens to keys of the whole page that nobody else has taken. The focus may be nowhere: a control
 * that goes away, such as a dialog once its call is made, takes it along. What lies over the page has
 * all keys while it is open.
 */
export function useKeys(press: (event: KeyboardEvent) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!event.defaultPrevented && !isCovered()) press(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Dialogs and questions, menus, lists of choices, calendars, and what opens at a click. */
const COVERS =
  '.ant-modal, .ant-dropdown, .ant-select-dropdown, .ant-picker-dropdown, .ant-popover, .ant-menu-submenu-popup'

/** antd leaves in the page what is closed. What is just closing covers nothing more. */
const isCovered = () =>
  [...document.querySelectorAll(COVERS)].some(
    (element) =>
      !/-hidden\b|-leave\b/.test(element.className) &&
      element.closest('[style*="display: none"]') === null,
  )

/** Whoever has the focus in there types, or is told something: no letter is a key of the page. */
export const OWN_KEYS = { 'data-own-keys': true } as const

const FIELDS =
  'input:not([type=range], [type=checkbox], [type=radio]), textarea, [role="dialog"], [data-own-keys]'

/** Somebody types there or answers a dialog. */
export const isTypedIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest(FIELDS) !== null

/** Somebody types, or the browser or another program is meant. */
export const isElsewhere = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey || isTypedIn(target)

/**
 * While letters are being composed, such as Chinese ones, every key is the input method's: Escape takes back the
 * letters and closes nothing, Enter takes them and sends nothing. So no key handler is reached, neither a page's nor
 * one of antd. Safari sends the last such key after the composition, with the code 229.
 */
export function leaveKeysToInputMethods(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      // Nothing but the old code says it in Safari.
      // oxlint-disable-next-line typescript/no-deprecated
      if (event.isComposing || event.keyCode === 229) event.stopPropagation()
    },
    true,
  )
}
