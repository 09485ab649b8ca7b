import { useEffect } from 'react'

type Listener = (image_id: string) => void
const listeners = new Set<Listener>()
let shown: string | null = null

/** The archive whose result is on the page; null where there is none. */
export const shownResult = () => shown

/** Calls back with every archive whose result appears on the page. */
export function onShownResult(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sets the archive whose result the page shows. */
export function useShownResult(image_id: string | undefined): void {
  useEffect(() => {
    if (image_id === undefined) return
    shown = image_id
    listeners.forEach((listener) => listener(image_id))
    return () => {
      shown = null
    }
  }, [image_id])
}
