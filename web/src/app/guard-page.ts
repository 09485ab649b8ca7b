import { redirect } from 'react-router'
import { tell } from '../lib/i18n.ts'
import { showWarning } from '../lib/notices.ts'
import { clearSession, hasStoredSession, readSession } from '../lib/session.ts'
import { guard, type PageAccess } from './guard.ts'

/** Carries the guard's verdict out before a page is loaded. */
export function guardPage(path: string, access: PageAccess): Response | null {
  const session = readSession()
  if (!session && hasStoredSession()) clearSession()
  const verdict = guard(path, access, session)
  if (!verdict) return null
  showWarning(tell(`guard.${verdict.warning}`))
  if (verdict.endSession) clearSession()
  return redirect(verdict.go)
}
