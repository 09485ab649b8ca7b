import { STATISTICS_PATH } from '@mingmou/contract'
import { useEffect, useState } from 'react'

export interface SiteFacts {
  /** Images of the platform. */
  count: number | null
  /** Whom visitors ask. */
  contact: string | null
}

/**
 * What `getStatistics` says; null until it is known. The frame of the public pages asks once for all of them. It is asked for and checked by hand: the schemas of all calls
 * would double what a first visitor loads.
 */
export function useSiteFacts(): SiteFacts {
  const [facts, setFacts] = useState<SiteFacts>({ count: null, contact: null })
  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      const response = await fetch(STATISTICS_PATH, { signal: leaving.signal })
      if (!response.ok) return
      const answer: unknown = await response.json()
      const count = at(answer, 'data', 'imageNumber', 'all')
      const contact = at(answer, 'data', 'contact')
      setFacts({
        count: typeof count === 'number' ? count : null,
        contact: typeof contact === 'string' ? contact : null,
      })
    }
    // Without an answer the page stands without them.
    void ask().catch(() => undefined)
    return () => leaving.abort()
  }, [])
  return facts
}

const at = (answer: unknown, ...path: readonly string[]) =>
  path.reduce<unknown>(
    (value, key) => (value instanceof Object ? Reflect.get(value, key) : undefined),
    answer,
  )
