import type { RefObject } from 'react'
import { pressedAt, settled, type Sketch, withStroke } from './sketch/sketch.ts'
import { useGestures } from './use-gestures.ts'
import type { useHand } from './sketch/use-hand.ts'
import type { Viewer } from './use-viewer.ts'
import type { ViewerImage } from './viewer-image.ts'
import { viewOf } from './viewer-state.ts'
import { isOnImage, onImage, panBy, scaleOf, type Size, toImage, type XY, zoomAt } from './view.ts'

/** What a press, a drag and the wheel do on a picture: they draw, measure or set a note, and otherwise move it. */
export function usePaneGestures(
  stage: RefObject<HTMLElement | null>,
  about: {
    image: ViewerImage
    images: readonly ViewerImage[]
    viewer: Viewer
    size: Size | undefined
    sketch: Sketch | null
    hand: ReturnType<typeof useHand>
  },
) {
  const { image, images, viewer, size, sketch, hand } = about
  const { state } = viewer
  const view = viewOf(state, image)
  return useGestures(stage, {
    onZoom: (factor, at) => {
      if (size) viewer.move(images, image, zoomAt(view, factor, at, image, size))
    },
    onDrag: (delta, at, from) => {
      if (!size) return
      if (sketch && (sketch.tool === 'brush' || sketch.tool === 'erase')) {
        const { tool, radius } = sketch
        const on = (point: XY) => toImage(point, view, image, size)
        hand.move(on(at), { tool, radius, points: [on(from)] })
      } else if (sketch?.tool === 'move') {
        const by = (axis: 0 | 1) => (at[axis] - from[axis]) / scaleOf(view, image, size)
        viewer.draw((now) => ({ ...now, shift: [by(0), by(1)] }))
      } else if (state.tool === 'ruler')
        viewer.measure(image, {
          from: onImage(toImage(from, view, image, size), image),
          to: onImage(toImage(at, view, image, size), image),
        })
      else viewer.move(images, image, panBy(view, delta, image, size))
    },
    onTap: (at) => {
      if (!size) return
      const point = toImage(at, view, image, size)
      if (!isOnImage(point, image)) return
      if (sketch && !hand.live) viewer.draw((now) => pressedAt(now, point))
      else if (state.tool === 'note') viewer.measure(image, { from: point, to: point })
    },
    onEnd: () => {
      const stroke = hand.lift()
      if (stroke) viewer.draw((now) => withStroke(now, stroke))
      else if (sketch?.tool === 'move') viewer.draw(settled)
    },
    onPinch: () => {
      hand.lift()
      viewer.draw((now) => ({ ...now, shift: null }))
    },
  })
}
