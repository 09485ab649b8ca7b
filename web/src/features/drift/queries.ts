import { countNotices, listDrift, listNotices, openDrift } from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { onEvent } from '../../lib/live/socket.ts'

export const devicesQuery = () => ({ ...callQuery(listDrift, {}), staleTime: 0 })
export const deviceQuery = (drift_id: string) => ({
  ...callQuery(openDrift, { drift_id }),
  staleTime: 0,
})

export const driftChanged = () => changed(listDrift, openDrift, countNotices, listNotices)
/** Who opens a device has seen its alarm. */
export const driftSeen = () => changed(countNotices, listNotices)

export function useDriftEvents() {
  useEffect(() => onEvent('drift', () => void driftChanged()), [])
}
