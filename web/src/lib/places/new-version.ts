import { REQUEST_TIMEOUT_MS } from '@mingmou/contract'
import { useSyncExternalStore } from 'react'

/** The scripts that this tab has left for newer ones. */
const LEFT_KEY = 'scripts_left'
/** `there`: the server has another program than this page runs. */
type State = 'unknown' | 'asking' | 'there'

const listeners = new Set<() => void>()
let state: State = 'unknown'

function set(next: State): void {
  state = next
  listeners.forEach((listener) => listener())
}

/** A part that does not load may have gone with an older program: asks the server which one it has. */
export function watchVersion(): void {
  window.addEventListener('vite:preloadError', () => void ask())
}

async function ask(): Promise<void> {
  if (state !== 'unknown') return
  set('asking')
  set((await isThere().catch(() => false)) ? 'there' : 'unknown')
}

/** A page is left once for a newer one. A program that still lacks parts then is broken. */
async function isThere(): Promise<boolean> {
  const running = scriptOf(document)
  if (running === null || left().includes(running)) return false
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const answer = await fetch('/', { cache: 'no-store', signal })
  const served = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return ![null, running].includes(scriptOf(served))
}

/** The name of the first script carries a hash of the whole program. */
const scriptOf = (page: Document) =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

const left = () => JSON.parse(sessionStorage.getItem(LEFT_KEY) ?? '[]') as string[]

/** Loads the page again with the new program. */
export function loadVersion(): void {
  sessionStorage.setItem(LEFT_KEY, JSON.stringify([...left(), scriptOf(document)]))
  window.location.reload()
}

export function useNewVersion(): State {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
