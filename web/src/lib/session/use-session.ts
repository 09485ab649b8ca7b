import { useSyncExternalStore } from 'react'
import { type StoredSession, readSession, onSessionChange } from './session.ts'

let cached: { raw: string; session: StoredSession | null } = { raw: '', session: null }

function snapshot(): StoredSession | null {
  const session = readSession()
  const raw = session ? JSON.stringify(session) : ''
  if (raw !== cached.raw) cached = { raw, session }
  return cached.session
}

/** Pages that are drawn ahead are drawn for a visitor. */
const none = () => null

/** The session as this tab or another one left it. */
export function useSession(): StoredSession | null {
  return useSyncExternalStore(onSessionChange, snapshot, none)
}
