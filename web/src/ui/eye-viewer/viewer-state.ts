import type { Sketch } from './sketch/sketch.ts'
import { FIT, mirrored, type View, type XY } from './view.ts'
import type { ViewerImage, Layer } from './viewer-image.ts'

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
  const views = moved.map(
    (picture) => [picture.key, fellow(picture) ? mirrored(view) : view] as const,
  )
  return { ...state, views: { ...state.views, ...Object.fromEntries(views) } }
}
