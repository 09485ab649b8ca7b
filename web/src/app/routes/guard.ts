import type { Role } from '@mingmou/contract'
import type { StoredSession } from '../../lib/session/session.ts'
import { PATHS } from '../../paths.ts'

/** The users who may open a page: everybody, everybody logged in, or these roles. */
export type PageAccess = 'public' | 'signed-in' | readonly Role[]

export interface Verdict {
  /** Key of the warning under `guard`. */
  warning: 'loginFirst' | 'notOpen' | 'changePassword' | 'illegal'
  endSession: boolean
  go: string
}

/** The route guard of the specification, in its order. null lets the page open. */
export function guard(
  path: string,
  access: PageAccess,
  session: StoredSession | null,
): Verdict | null {
  if (!session) {
    if (access === 'public') return null
    return { warning: 'loginFirst', endSession: false, go: PATHS.login }
  }
  if (typeof access !== 'string' && !access.some((role) => role === session.role))
    return { warning: 'notOpen', endSession: false, go: PATHS.home }
  if (session.firstLogin === null) return { warning: 'illegal', endSession: true, go: PATHS.home }
  if (session.firstLogin === 'pending' && path !== PATHS.updatePassword)
    return { warning: 'changePassword', endSession: true, go: PATHS.home }
  return null
}
