import { logout } from '@mingmou/contract'
import { api, refreshIfDue } from '../../lib/calls/api.ts'
import { goTo } from '../../lib/places/navigate.ts'
import { clearSession, readSession } from '../../lib/session/session.ts'
import { PATHS } from '../../paths.ts'

/** Ends the session here whatever the server says. It ends there when the call arrives. */
export async function logOut(): Promise<void> {
  try {
    await refreshIfDue()
    const session = readSession()
    if (session) await api(logout, { uid: session.uid, token: session.token })
  } catch {
    // The service is away or the session is over already. Leaving is right in both cases.
  } finally {
    clearSession()
    goTo(PATHS.login)
  }
}
