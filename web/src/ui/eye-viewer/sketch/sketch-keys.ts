import type { Controls } from '../keys/view-controls.ts'
import { closed, movedBy, placeOf, pressedAt, redone, type Sketch, undone } from './sketch.ts'
import { onImage, type XY } from '../view.ts'
import { viewOf } from '../viewer-state.ts'

/** The cursor of the keys moves by these shares of what is seen; the second with Shift. */
const STEP = 0.02
const SMALL_STEP = 0.004
const BIGGER = 1.25

const ARROWS: Readonly<Record<string, XY>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Carries out a key while something is drawn. Returns whether it had a meaning. */
export function pressInSketch(event: KeyboardEvent, { viewer, images }: Controls): boolean {
  const { sketch } = viewer.state
  const image = images.find(({ key }) => key === sketch?.key)
  if (!sketch || !image) return false
  const change = changeOf(event, sketch)
  if (change) {
    viewer.draw(change)
    return true
  }
  // A button and a slider keep their own keys.
  if ((event.target as HTMLElement).closest('button, input')) return false
  const view = viewOf(viewer.state, image)
  const isPlace = sketch.tool === 'place'
  const middle: XY = [view.x * image.width, view.y * image.height]
  const at = (isPlace ? placeOf(sketch, image) : sketch.cursor) ?? middle
  const arrow = ARROWS[event.key]
  if (arrow) {
    const step = ((event.shiftKey ? SMALL_STEP : STEP) * image.width) / view.zoom
    if (sketch.tool === 'move') {
      viewer.draw((now) => movedBy(now, [step * arrow[0], step * arrow[1]]))
      return true
    }
    const cursor = onImage([at[0] + step * arrow[0], at[1] + step * arrow[1]], image)
    viewer.draw((now) => (isPlace ? pressedAt(now, cursor) : { ...now, cursor }))
    return true
  }
  if (event.key !== ' ') return false
  viewer.draw((now) => pressedAt(isPlace ? now : { ...now, cursor: at }, at))
  return true
}

function changeOf(
  { key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent,
  { radius }: Sketch,
): ((sketch: Sketch) => Sketch) | null {
  const name = key.toLowerCase()
  if (ctrlKey || metaKey) {
    if (name === 'z') return shiftKey ? redone : undone
    return name === 'y' ? redone : null
  }
  if (name === 'escape') return (sketch) => ({ ...sketch, corners: [] })
  if (name === 'backspace') return undone
  if (name === '[' || name === ']')
    return (sketch) => ({ ...sketch, radius: name === ']' ? radius * BIGGER : radius / BIGGER })
  return name === 'enter' && !(target as HTMLElement).closest('button') ? closed : null
}
