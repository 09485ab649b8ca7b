import { getStep, listSteps, type DataOf, type InputOf, type PlannedStep } from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { onConnect, onEvent } from '../../lib/live/socket.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

export type StepsPage = DataOf<typeof listSteps> & { rows: PlannedStep[] }

export const FILTERS = ['group', 'overdue', 'month', 'urgency'] as const

/** What the address asks for. What it asks for that is not there is left out. */
function filterOf({ overdue, ...words }: Partial<Record<string, string>>) {
  const given = FILTERS.flatMap((name) => {
    const filter = { of: 'recall', [name]: words[name] }
    const isThere = words[name] !== undefined && listSteps.body.safeParse(filter).success
    return isThere ? [{ [name]: words[name] }] : []
  })
  const late = overdue === 'yes' ? { overdue: true } : {}
  return Object.assign(late, ...given) as Partial<InputOf<typeof listSteps>>
}

export const stepList = (of: 'recall' | 'referral') =>
  listOf(
    listSteps,
    ({ words, page }) => ({ of, ...filterOf(words), ...page }),
    (answer): StepsPage => answer,
  )

export const stepQuery = (step_id: string) => callQuery(getStep, { step_id })

export const stepsChanged = () => changed(listSteps, getStep)

/** Asks again whenever a step has changed, and after the connection was lost. */
export function useStepEvents() {
  useEffect(() => {
    const refresh = () => void stepsChanged()
    const stop = [onEvent('steps', refresh), onConnect((first) => first || refresh())]
    return () => stop.forEach((end) => end())
  }, [])
}
