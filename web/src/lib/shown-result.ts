import { useEffect } from 'react'

type Listener = (image_id: string) => void
const listeners = new Set<Listener>()
let shown: string | null = null

/** The archive whose result is on the page; null where there is none. */
export const shownResult = () => shown

/** Hears of every archive whose result comes onto the page. */
export function onShownResult(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says which archive's result the page shows. */
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
