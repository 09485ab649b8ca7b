import { type Pressed, SHORTCUTS } from './shortcuts.ts'
import type { Controls } from './view-controls.ts'
import { DIGITS, layersOf } from './layer-keys.ts'

/** Carries out a key. Returns whether it had a meaning. */
export function press(pressed: Pressed, controls: Controls): boolean {
  const name = (
    pressed.shiftKey && DIGITS.includes(pressed.code) ? pressed.code : pressed.key
  ).toLowerCase()
  const shortcut = SHORTCUTS.find(({ keys }) => keys.some((key) => key.toLowerCase() === name))
  const layer = layersOf(controls.images).find(({ key }) => key === name)
  if (shortcut) shortcut.run(controls, pressed)
  else if (layer) controls.viewer.toggle(layer)
  return shortcut !== undefined || layer !== undefined
}
