import type { WorklistRow } from '@mingmou/contract'
import { useEffect, useEffectEvent } from 'react'
import { isElsewhere, isTypedIn, useKeys } from '../../lib/keys/use-keys.ts'
import { stepOf, useRowWalk } from '../../ui/lists/use-row-walk.ts'

/**
 * J and K move the focus wherever it is; Enter opens the row as the button it is, and Y marks it. The row that has the
 * focus is the one that Tab comes back to.
 */
export function useWalkKeys(
  walk: ReturnType<typeof useRowWalk<WorklistRow>>,
  count: number,
  { hasNextPage, fetchNextPage }: { hasNextPage: boolean; fetchNextPage: () => unknown },
  mark: (row: WorklistRow) => void,
) {
  const isThere = count > 0
  const { focus } = walk
  const focusFirst = useEffectEvent(() => focus(0))
  useEffect(() => {
    if (isThere && !isTypedIn(document.activeElement)) focusFirst()
  }, [isThere])
  const step = (by: number) => {
    const next = walk.next(by)
    if (next >= count && hasNextPage) void fetchNextPage()
    focus(next)
  }
  useKeys((event) => {
    const by = stepOf(event.key)
    const marks = event.key === 'y'
    if ((by === undefined && !marks) || isElsewhere(event) || !isThere) return
    event.preventDefault()
    if (by !== undefined) step(by)
    else if (!event.repeat && walk.row) mark(walk.row)
  })
}
