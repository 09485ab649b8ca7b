import type { Viewer } from '../use-viewer.ts'
import type { ViewerImage } from '../viewer-image.ts'
import { viewOf } from '../viewer-state.ts'
import { FIT, type Size, type View, type XY, zoomAt } from '../view.ts'

export interface Controls {
  viewer: Viewer
  images: readonly ViewerImage[]
  /** Absent where there is no picture to put beside. */
  toggleTwo?: (() => void) | undefined
}

/** Keys move and zoom by shares of the view, so any size of pane works for the computation. */
export const PANE: Size = { width: 800, height: 800 }
const MIDDLE: XY = [400, 400]

/** Moves every picture, or only one of the linked ones: the others follow it. */
export function moveAll(
  { viewer, images }: Controls,
  move: (view: View, image: ViewerImage) => View,
) {
  for (const image of viewer.state.linked ? images.slice(0, 1) : images)
    viewer.move(images, image, move(viewOf(viewer.state, image), image))
}

export function zoomAll(controls: Controls, factor: number) {
  moveAll(controls, (view, image) => zoomAt(view, factor, MIDDLE, image, PANE))
}

export function fitAll(controls: Controls) {
  moveAll(controls, () => FIT)
}
