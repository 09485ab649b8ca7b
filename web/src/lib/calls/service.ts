import { REQUEST_TIMEOUT_MS } from '@mingmou/contract'
import { useSyncExternalStore } from 'react'

const POLL_MS = 2_000
const listeners = new Set<() => void>()
let down = false
let timer: ReturnType<typeof setTimeout> | null = null

function set(next: boolean): void {
  if (down === next) return
  down = next
  listeners.forEach((listener) => listener())
}

async function check(): Promise<void> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const answered = await fetch('/healthz', { cache: 'no-store', signal }).then(
    (response) => response.ok,
    () => false,
  )
  timer = answered ? null : setTimeout(() => void check(), POLL_MS)
  set(!answered)
}

/** A call got no answer: checks whether the service is alive until it is. */
export function suspectService(): void {
  timer ??= setTimeout(() => void check(), 0)
}

export const serviceDown = () => down

export function onServiceChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useServiceDown(): boolean {
  return useSyncExternalStore(onServiceChange, serviceDown)
}
