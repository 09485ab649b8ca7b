import type { WorklistRow } from '@mingmou/contract'
import { useState } from 'react'

/**
 * What was marked as read here stays below the others while the page is open, so that it can be taken back: the list of
 * the day has no sittings of earlier days that are read.
 */
export function useKept() {
  const [kept, set] = useState<readonly WorklistRow[]>([])
  const keep = (row: WorklistRow) =>
    set((before) => [
      ...before.filter(({ image_id }) => image_id !== row.image_id),
      ...(row.settled ? [row] : []),
    ])
  return { kept, keep }
}
