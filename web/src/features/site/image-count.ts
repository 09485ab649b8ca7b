import { STATISTICS_PATH } from '@mingmou/contract'
import { useEffect, useState } from 'react'

/**
 * The number of images from `getStatistics`, null until it is known. It is asked for and checked by
 * hand: the schemas of all calls would double what a first visitor loads.
 */
export function useImageCount(): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      const response = await fetch(STATISTICS_PATH, { signal: leaving.signal })
      if (response.ok) setCount(numberOf(await response.json()))
    }
    // Without an answer the page stands without the figure.
    void ask().catch(() => undefined)
    return () => leaving.abort()
  }, [])
  return count
}

function numberOf(answer: unknown): number | null {
  const all = ['data', 'imageNumber', 'all'].reduce<unknown>(
    (at, key) => (at instanceof Object ? Reflect.get(at, key) : undefined),
    answer,
  )
  return typeof all === 'number' ? all : null
}
