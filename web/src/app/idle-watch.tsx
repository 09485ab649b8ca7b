import { SESSION_LIMIT_MS } from '@mingmou/contract'
import { useEffect } from 'react'
import { endSession, IDLE } from '../lib/session/session-end.ts'
import { hasStoredSession, readSession, startOfSession } from '../lib/session/session.ts'

const STORAGE_KEY = 'last_active'
const CHECK_MS = 30_000

/** Ends a session that was unused for 8 hours in all tabs, or is 8 hours old, and says so. */
export function IdleWatch() {
  useEffect(() => {
    let noted = 0
    const note = () => {
      if (Date.now() - noted < CHECK_MS) return
      noted = Date.now()
      localStorage.setItem(STORAGE_KEY, String(noted))
    }
    const check = () => {
      if (!hasStoredSession()) return
      const idle = Date.now() - Number(localStorage.getItem(STORAGE_KEY) ?? Date.now())
      if (readSession() && idle < SESSION_LIMIT_MS) return
      endSession(startOfSession(), IDLE)
    }
    note()
    const timer = setInterval(check, CHECK_MS)
    window.addEventListener('pointerdown', note)
    // The keys of an input method too, which reach nothing else.
    window.addEventListener('keydown', note, true)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pointerdown', note)
      window.removeEventListener('keydown', note, true)
    }
  }, [])
  return null
}
