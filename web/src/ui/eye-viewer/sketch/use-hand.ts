import { useRef, useState } from 'react'
import type { Stroke } from './sketch.ts'
import type { XY } from '../view.ts'

export type LiveStroke = Extract<Stroke, { radius: number }>

/** The stroke of a press that is not over yet. A hand moves faster than the page is drawn, so no place is lost. */
export function useHand() {
  const stroke = useRef<LiveStroke | null>(null)
  const [live, setLive] = useState<LiveStroke | null>(null)
  return {
    live,
    move: (to: XY, from: LiveStroke) => {
      const now = stroke.current ?? from
      stroke.current = { ...now, points: [...now.points, to] }
      setLive(stroke.current)
    },
    /** The stroke, which ends. */
    lift: (): LiveStroke | null => {
      const ended = stroke.current
      stroke.current = null
      setLive(null)
      return ended
    },
  }
}
