import {
  DEFAULT_OPACITY,
  type Layer,
  PICTURE,
  type Viewer,
  type ViewerImage,
  viewOf,
} from './viewer-state.ts'
import { FIT, panBy, type Size, type View, type XY, zoomAt } from './view.ts'

export interface Pressed {
  key: string
  code: string
  shiftKey: boolean
}

export interface Controls {
  viewer: Viewer
  images: readonly ViewerImage[]
  /** Absent where there is no picture to put beside. */
  toggleTwo?: (() => void) | undefined
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
/** Keys move and zoom by shares of the view, so any size of pane works for the computation. */
const PANE: Size = { width: 800, height: 800 }
const MIDDLE: XY = [400, 400]
const ARROWS: Readonly<Record<string, XY>> = {
  ArrowLeft: [80, 0],
  ArrowRight: [-80, 0],
  ArrowUp: [0, 80],
  ArrowDown: [0, -80],
}

/** Moves every picture, or only one of the linked ones: the others follow it. */
function moveAll({ viewer, images }: Controls, move: (view: View, image: ViewerImage) => View) {
  for (const image of viewer.state.linked ? images.slice(0, 1) : images)
    viewer.move(images, image, move(viewOf(viewer.state, image), image))
}

export function zoomAll(controls: Controls, factor: number) {
  moveAll(controls, (view, image) => zoomAt(view, factor, MIDDLE, image, PANE))
}

export function fitAll(controls: Controls) {
  moveAll(controls, () => FIT)
}

/** The layers of all panes, once each: maps first, then lines. */
export function layersOf(images: readonly ViewerImage[]): Layer[] {
  const all: Layer[] = [
    ...images.flatMap((image) => image.overlays),
    ...images.flatMap((image) => image.shapes ?? []),
  ]
  return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index)
}

/** The surrounding page keeps notes with its pictures. */
export const canNote = (images: readonly ViewerImage[]) => images.some(({ notes }) => notes)

/** Maps have digits in the order of the panel, with Shift. Lines have letters of their own. */
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `Digit${digit}`)

/** The key that switches a layer, as it is written; null beyond the ninth map. */
export function layerKey(images: readonly ViewerImage[], layer: Layer): string | null {
  if (layer.key !== undefined) return layer.key
  const index = layersOf(images).findIndex(({ name }) => name === layer.name)
  return index < DIGITS.length ? `Shift + ${index + 1}` : null
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
