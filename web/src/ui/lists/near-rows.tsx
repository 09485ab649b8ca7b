import { useEffect, useRef, useState } from 'react'

/** Tall rows: these fill two screens. */
const STEP = 8

/**
 * Draws the first rows of a long list, and more of them before a person scrolls to the end of what is drawn. `end`
 * stands behind the rows.
 */
export function useNearRows<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(STEP)
  const end = useRef<HTMLDivElement>(null)
  const more = rows.length > count
  useEffect(() => {
    if (!more || !end.current) return
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setCount((drawn) => drawn + STEP)
      },
      { rootMargin: '100%' },
    )
    near.observe(end.current)
    return () => near.disconnect()
    // Observed anew after each step: an end that is still near says so once more.
  }, [more, count])
  return { near: rows.slice(0, count), end: more ? <div ref={end} aria-hidden="true" /> : null }
}
