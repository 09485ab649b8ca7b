import type { Eye } from '@mingmou/contract'
import { useMemo, useState } from 'react'
import type { Scale } from './ruler.ts'
import { FIT, flyTo, mirrored, type Size, type View, type XY } from './view.ts'

export interface ViewerOverlay {
  name: string
  url: string
  color: string
}

export interface ViewerImage extends Size {
  /** Stays the same while signed addresses change. */
  key: string
  /** Whose maps the overlays are. */
  analysis: string
  label: string
  url: string
  eye: Eye | null
  overlays: readonly ViewerOverlay[]
  scale?: Scale
}

export interface Line {
  from: XY
  to: XY
}

export const PICTURE = { redFree: false, brightness: 1, contrast: 1 } as const

export interface ViewerState {
  views: Readonly<Record<string, View>>
  lines: Readonly<Record<string, Line | undefined>>
  linked: boolean
  overlays: boolean
  /** By overlay name; one that is not named is on. */
  off: Readonly<Record<string, boolean>>
  opacity: Readonly<Record<string, number>>
  redFree: boolean
  brightness: number
  contrast: number
  ruler: boolean
  help: boolean
}

const START: ViewerState = {
  ...PICTURE,
  views: {},
  lines: {},
  linked: true,
  overlays: true,
  off: {},
  opacity: {},
  ruler: false,
  help: false,
}

export const DEFAULT_OPACITY = 0.8

export function viewOf(state: ViewerState, image: ViewerImage): View {
  return state.views[image.key] ?? FIT
}

/** Fellow eyes are linked as mirror images, two pictures of one eye as they are. */
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

/** State of a viewer, and what the page around it may ask of it. */
export function useViewer() {
  const [state, setState] = useState(START)
  return useMemo(
    () => ({
      state,
      change: (patch: Partial<ViewerState>) => setState((before) => ({ ...before, ...patch })),
      move: (images: readonly ViewerImage[], image: ViewerImage, view: View) =>
        setState((before) => withView(before, images, image, view)),
      measure: (image: ViewerImage, line: Line | undefined) =>
        setState((before) => ({ ...before, lines: { ...before.lines, [image.key]: line } })),
      showLayer: (name: string) =>
        setState((before) => ({
          ...before,
          overlays: true,
          off: { ...before.off, [name]: false },
        })),
      fly: (key: string, point: XY, image: Size) =>
        setState((before) => ({
          ...before,
          views: { ...before.views, [key]: flyTo(before.views[key] ?? FIT, point, image) },
        })),
    }),
    [state],
  )
}
export type Viewer = ReturnType<typeof useViewer>
