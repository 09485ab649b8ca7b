import { DEFAULT_OPACITY, PICTURE } from '../viewer-state.ts'
import { canNote } from '../viewer-image.ts'
import { panBy, type XY } from '../view.ts'
import { type Controls, zoomAll, fitAll, moveAll, PANE } from './view-controls.ts'
import { DIGITS, layersOf } from './layer-keys.ts'

export interface Pressed {
  key: string
  code: string
  shiftKey: boolean
}

interface Shortcut {
  /** The text of the help. */
  shown: string
  /** Message key. */
  label: string
  keys: readonly string[]
  run: (controls: Controls, pressed: Pressed) => void
}

const ZOOM_STEP = 1.25
const ARROWS: Readonly<Record<string, XY>> = {
  ArrowLeft: [80, 0],
  ArrowRight: [-80, 0],
  ArrowUp: [0, 80],
  ArrowDown: [0, -80],
}

const stepped = (value: number, step: number, low: number, high: number) =>
  Math.round(Math.min(high, Math.max(low, value + step)) * 10) / 10

export const SHORTCUTS: readonly Shortcut[] = [
  { shown: '+', label: 'zoom_in', keys: ['+', '='], run: (all) => zoomAll(all, ZOOM_STEP) },
  { shown: '-', label: 'zoom_out', keys: ['-'], run: (all) => zoomAll(all, 1 / ZOOM_STEP) },
  { shown: '0', label: 'fit', keys: ['0'], run: fitAll },
  {
    shown: '← ↑ ↓ →',
    label: 'pan',
    keys: Object.keys(ARROWS),
    run: (all, { key }) =>
      moveAll(all, (view, image) => panBy(view, ARROWS[key] ?? [0, 0], image, PANE)),
  },
  {
    shown: 'o',
    label: 'overlays',
    keys: ['o'],
    run: ({ viewer }) => viewer.change({ overlays: !viewer.state.overlays }),
  },
  {
    shown: 'Shift + 1…9',
    label: 'one_layer',
    keys: DIGITS,
    run: ({ viewer, images }, { code }) => {
      const layer = layersOf(images)[DIGITS.indexOf(code)]
      if (layer && layer.key === undefined) viewer.toggle(layer)
    },
  },
  {
    shown: ', .',
    label: 'opacity',
    keys: [',', '.'],
    run: ({ viewer, images }, { key }) => {
      const opacity = { ...viewer.state.opacity }
      for (const { name } of layersOf(images))
        opacity[name] = stepped(opacity[name] ?? DEFAULT_OPACITY, key === '.' ? 0.1 : -0.1, 0.1, 1)
      viewer.change({ opacity })
    },
  },
  {
    shown: 'r',
    label: 'red_free',
    keys: ['r'],
    run: ({ viewer }) => viewer.change({ redFree: !viewer.state.redFree }),
  },
  {
    shown: '[ ]',
    label: 'contrast',
    keys: ['[', ']'],
    run: ({ viewer }, { key }) =>
      viewer.change({
        contrast: stepped(viewer.state.contrast, key === ']' ? 0.1 : -0.1, 0.5, 2.5),
      }),
  },
  {
    shown: "; '",
    label: 'brightness',
    keys: [';', "'"],
    run: ({ viewer }, { key }) =>
      viewer.change({
        brightness: stepped(viewer.state.brightness, key === "'" ? 0.1 : -0.1, 0.5, 2.5),
      }),
  },
  {
    shown: 'x',
    label: 'reset_picture',
    keys: ['x'],
    run: ({ viewer }) => viewer.change(PICTURE),
  },
  {
    shown: 'm',
    label: 'ruler',
    keys: ['m'],
    run: ({ viewer }) => viewer.take('ruler'),
  },
  {
    shown: 't',
    label: 'note',
    keys: ['t'],
    run: ({ viewer, images }) => {
      if (canNote(images)) viewer.take('note')
    },
  },
  {
    shown: 'Esc',
    label: 'clear_ruler',
    keys: ['Escape'],
    run: ({ viewer }) => viewer.change({ lines: {}, tool: null, spot: null }),
  },
  { shown: 'd', label: 'two_panes', keys: ['d'], run: ({ toggleTwo }) => toggleTwo?.() },
  {
    shown: 'l',
    label: 'link',
    keys: ['l'],
    run: ({ viewer }) => viewer.change({ linked: !viewer.state.linked }),
  },
  { shown: '?', label: 'help', keys: ['?'], run: ({ viewer }) => viewer.change({ help: true }) },
]
