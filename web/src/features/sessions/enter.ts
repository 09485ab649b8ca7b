import { FIRST_LOGIN, LOGIN_TYPE, type Session } from '@mingmou/contract'
import { PATHS } from '../../paths.ts'
import { goTo, queryOfPage } from '../../lib/places/navigate.ts'
import { startSession } from '../../lib/session/session.ts'
import type { LoginType } from './remembered.ts'

/** The page that asked for the login. A made-up address leads only to a page of this product. */
export function nextPath(): string {
  const next = queryOfPage().get('next')
  return next !== null && /^\/(app|main|report)\//.test(next) ? next : PATHS.app
}

/** The login type whose sign-up the address asks for: a link of the home page leads straight there. */
export function registerOfPage(): LoginType | null {
  const asked = queryOfPage().get('register')
  if (asked === 'user') return LOGIN_TYPE.user
  return asked === 'organization' ? LOGIN_TYPE.organization : null
}

/** Begins the session and opens its first page. */
export function enter(session: Session, next: string): void {
  startSession(session)
  goTo(session.first_login === FIRST_LOGIN.pending ? PATHS.updatePassword : next)
}
