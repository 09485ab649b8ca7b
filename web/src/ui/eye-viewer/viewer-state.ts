import type { Eye, Lines } from '@mingmou/contract'
import { useMemo, useState } from 'react'
import type { Bend } from './bend.ts'
import type { Scale } from './ruler.ts'
import type { Sketch } from './sketch/sketch.ts'
import { FIT, flyTo, mirrored, type Size, type View, type XY } from './view.ts'

/** A grey map of the image's shape, and its colour. */
export interface PaintedMap {
  url: string
  color: string
}

/** A layer of maps. */
export interface ViewerOverlay extends Layer {
  maps: readonly PaintedMap[]
}

export interface ViewerImage extends Size {
  /** Stays the same while signed addresses change. */
  key: string
  /** The owner of the maps. */
  analysis: string
  label: string
  url: string
  eye: Eye | null
  overlays: readonly ViewerOverlay[]
  shapes?: readonly Lines[]
  scale?: Scale
  /** What is kept with the picture. Where it is given, the surrounding page keeps more. */
  notes?: readonly KeptNote[]
  /** Laid over another picture: `width` and `height` are then of that picture, and lines are in its px. */
  bend?: Bend
}

/** A map or a layer of lines. */
export interface Layer {
  name: string
  color: string
  /** Off until it is asked for. */
  hidden?: boolean
  /**
   * A ring around the finding instead of the finding itself, so that the photograph shows within.
   */
  outline?: boolean
  /** The letter that switches it. */
  key?: string
}

/** A small finding after a flight to it, with a ring so that the eye finds it. */
interface Spot {
  key: string
  at: XY
  radius: number
}

export interface Line {
  from: XY
  to: XY
}

/** A text at one point, or a length between two. */
export interface KeptNote {
  number: number
  points: readonly XY[]
}

/** What a drag or a tap on the picture does. Without one, a drag moves it. */
export type Tool = 'ruler' | 'note'

export const PICTURE = { redFree: false, brightness: 1, contrast: 1 } as const

export interface ViewerState {
  views: Readonly<Record<string, View>>
  lines: Readonly<Record<string, Line | undefined>>
  linked: boolean
  spot: Spot | null
  overlays: boolean
  /** Changes by layer name. Other layers stay as given. */
  off: Readonly<Record<string, boolean>>
  opacity: Readonly<Record<string, number>>
  redFree: boolean
  brightness: number
  contrast: number
  tool: Tool | null
  /** What is being drawn. The keys and a press are its own then. */
  sketch: Sketch | null
  help: boolean
}

const START: ViewerState = {
  ...PICTURE,
  views: {},
  lines: {},
  linked: true,
  spot: null,
  overlays: true,
  off: {},
  opacity: {},
  tool: null,
  sketch: null,
  help: false,
}

export const DEFAULT_OPACITY = 0.8

export function viewOf(state: ViewerState, image: ViewerImage): View {
  return state.views[image.key] ?? FIT
}

/** Whether it is switched on itself. Layers as a whole may be off. */
export const isOn = ({ off }: ViewerState, { name, hidden }: Layer): boolean =>
  !(off[name] ?? hidden ?? false)

/** Fellow eyes are linked as mirror images. Two pictures of one eye are linked as they are. */
export function withView(
  state: ViewerState,
  images: readonly ViewerImage[],
  image: ViewerImage,
  view: View,
): ViewerState {
  const moved = state.linked ? images : [image]
  const fellow = (other: ViewerImage) =>
    image.eye !== null && other.eye !== null && image.eye !== other.eye
  const views = moved.map((one) => [one.key, fellow(one) ? mirrored(view) : view] as const)
  return { ...state, views: { ...state.views, ...Object.fromEntries(views) } }
}

/** A small spot is zoomed more than a large one. */
const zoomFor = ({ width }: Size, radius?: number) =>
  radius === undefined ? 3 : Math.min(8, Math.max(3, width / (40 * radius)))

/** State of a viewer, and the actions for the surrounding page. */
export function useViewer() {
  const [state, setState] = useState(START)
  return useMemo(
    () => ({
      state,
      change: (patch: Partial<ViewerState>) => setState((before) => ({ ...before, ...patch })),
      move: (images: readonly ViewerImage[], image: ViewerImage, view: View) =>
        setState((before) => withView(before, images, image, view)),
      measure: (image: Pick<ViewerImage, 'key'>, line: Line | undefined) =>
        setState((before) => ({ ...before, lines: { ...before.lines, [image.key]: line } })),
      /** A change of what is being drawn. */
      draw: (change: (sketch: Sketch) => Sketch) =>
        setState((before) => ({ ...before, sketch: before.sketch && change(before.sketch) })),
      /** Takes a tool up, or lays it down. */
      take: (tool: Tool) =>
        setState((before) => ({
          ...before,
          lines: {},
          tool: before.tool === tool ? null : tool,
        })),
      toggle: (layer: Layer) =>
        setState((before) => ({
          ...before,
          off: { ...before.off, [layer.name]: isOn(before, layer) },
        })),
      showLayer: (name: string) =>
        setState((before) => ({
          ...before,
          overlays: true,
          off: { ...before.off, [name]: false },
        })),
      /** Flies to a point of the image; to a spot there, with a ring around it. */
      fly: (key: string, at: XY, image: Size, radius?: number) =>
        setState((before) => ({
          ...before,
          spot: radius === undefined ? null : { key, at, radius },
          views: {
            ...before.views,
            [key]: flyTo(before.views[key] ?? FIT, at, image, zoomFor(image, radius)),
          },
        })),
    }),
    [state],
  )
}
export type Viewer = ReturnType<typeof useViewer>
