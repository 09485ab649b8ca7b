import { type PointerEvent, useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { XY } from './view.ts'

interface Gestures {
  onDrag: (delta: XY, at: XY, from: XY) => void
  onZoom: (factor: number, at: XY) => void
  /** A press that did not move. */
  onTap: (at: XY) => void
  /** Every finger or button is up again. */
  onEnd?: () => void
  /** A second finger came down. */
  onPinch?: () => void
}

const WHEEL_STEP = 0.0015
/** A hand that moves by fewer px holds still. */
const STILL = 4

/** Drag, wheel and pinch over an element, in CSS px from its corner. */
export function useGestures(element: RefObject<HTMLElement | null>, gestures: Gestures) {
  const pointers = useRef(new Map<number, { now: XY; start: XY }>())

  const at = (event: { clientX: number; clientY: number }): XY => {
    const box = element.current?.getBoundingClientRect()
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)]
  }

  const lift = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId)
    if (pointers.current.size === 0) gestures.onEnd?.()
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    gestures.onZoom(Math.exp(-event.deltaY * lines * WHEEL_STEP), at(event))
  })
  useEffect(() => {
    const target = element.current
    // React listens passively to the wheel; the page must not scroll under the viewer.
    const listener = (event: WheelEvent) => onWheel(event)
    target?.addEventListener('wheel', listener, { passive: false })
    return () => target?.removeEventListener('wheel', listener)
  }, [element])

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      if (pointers.current.size > 0) gestures.onPinch?.()
      pointers.current.set(event.pointerId, { now: at(event), start: at(event) })
    },
    onPointerMove: (event: PointerEvent) => {
      const known = pointers.current.get(event.pointerId)
      if (!known) return
      const now = at(event)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1].now
      if (other) {
        const middle: XY = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]
        gestures.onZoom(distance(now, other) / Math.max(1, distance(known.now, other)), middle)
      } else {
        gestures.onDrag([now[0] - known.now[0], now[1] - known.now[1]], now, known.start)
      }
      pointers.current.set(event.pointerId, { ...known, now })
    },
    onPointerUp: (event: PointerEvent) => {
      const known = pointers.current.get(event.pointerId)
      if (known && pointers.current.size === 1 && distance(at(event), known.start) < STILL)
        gestures.onTap(known.start)
      lift(event)
    },
    onPointerCancel: lift,
  }
}

function distance(a: XY, b: XY): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}
