import { redirect } from 'react-router'
import { shellText } from '../../lib/texts/i18n.ts'
import { showWarning } from '../../lib/notices/notices.ts'
import { endSession, IDLE } from '../../lib/session/session-end.ts'
import {
  clearSession,
  hasStoredSession,
  readSession,
  startOfSession,
} from '../../lib/session/session.ts'
import { guard, type PageAccess } from './guard.ts'
import { loginPath, PATHS } from '../../paths.ts'

/**
 * Applies the guard's decision before a page is loaded. A login leads back to `address`, the page
 * with its query.
 */
export function guardPage(path: string, access: PageAccess, address = path): Response | null {
  const session = readSession()
  if (!session && hasStoredSession()) {
    if (access !== 'public') {
      endSession(startOfSession(), IDLE)
      return redirect(loginPath(address))
    }
    clearSession()
  }
  const verdict = guard(path, access, session)
  if (!verdict) return null
  if (verdict.endSession) clearSession()
  showWarning(shellText(`guard.${verdict.warning}`))
  return redirect(verdict.go === PATHS.login ? loginPath(address) : verdict.go)
}
