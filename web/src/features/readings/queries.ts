import { listReadings, listWorklist, readerFigures, type ReadingRole } from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { onConnect, onEvent } from '../../lib/live/socket.ts'

export const queueQuery = (role: ReadingRole) => callQuery(listReadings, { role })
export const figuresQuery = () => callQuery(readerFigures, {})

export const readingsChanged = () => changed(listReadings, listWorklist, readerFigures)

/** Asks again whenever a sitting is opened, signed or given back, and after the connection was lost. */
export function useReadingEvents() {
  useEffect(() => {
    const refresh = () => void changed(listReadings)
    const stop = [onEvent('worklist', refresh), onConnect((first) => first || refresh())]
    return () => stop.forEach((end) => end())
  }, [])
}
