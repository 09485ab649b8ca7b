import { useMemo, useState } from 'react'
import type { Sketch } from './sketch/sketch.ts'
import { FIT, flyTo, type Size, type View, type XY } from './view.ts'
import { type ViewerState, PICTURE, withView, type Line, type Tool, isOn } from './viewer-state.ts'
import type { ViewerImage, Layer } from './viewer-image.ts'

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
