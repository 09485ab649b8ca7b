import { useSyncExternalStore } from 'react'
import { loadTexts } from '../../lib/texts/i18n.ts'
import { inTime } from '../../lib/places/in-time.ts'
import { fetchNoticesBy } from '../../lib/notices/notices.ts'

type ShellModule = typeof import('./shell.tsx')

let shell: ShellModule | null = null
const listeners = new Set<() => void>()

/**
 * Puts antd and the cache of answers around the pages, and the live connection beside them. A
 * visitor's pages stand without, until the first page, session or message that needs them. From then on they stay.
 */
export async function openShell(): Promise<void> {
  if (shell) return
  const [loaded] = await inTime(Promise.all([import('./shell.tsx'), loadTexts('confirm', 'kinds')]))
  shell = loaded
  listeners.forEach((listener) => listener())
}

// A message that could not be loaded waits for the next page that can show it.
fetchNoticesBy(() => void openShell().catch(() => undefined))

export function useShell(): ShellModule | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shell,
  )
}
