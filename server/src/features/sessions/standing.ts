import { ACCOUNT_STATUS, ERROR, STATUS } from '@mingmou/contract'
import { Denied, Refusal } from '../../http/refusal.ts'
import type { Account } from '../credentials/credentials.ts'
import type { SessionRow } from './queries.ts'

/** Throws where a session is not valid: 402, 403 or 405. */
export function requireStanding(found: SessionRow, now: Date): void {
  if (found.end_reason === 'replaced') throw new Denied(STATUS.loggedInElsewhere)
  if (found.account_deleted_at !== null) throw new Denied(STATUS.sessionRevoked)
  if (found.status === ACCOUNT_STATUS.banned) {
    throw new Denied(STATUS.sessionRevoked, 'account_banned')
  }
  if (found.oid !== null && !found.institution_admitted) {
    throw new Denied(STATUS.sessionRevoked, 'institution_banned')
  }
  if (found.ended_at !== null) throw new Denied(STATUS.sessionRevoked)
  if (found.expires_at <= now) throw new Denied(STATUS.tokenExpired)
}

/** Throws where an account may not log in. Called only once the password is proven. */
export function requireAdmitted(account: Account): void {
  const barred = barrier(account)
  if (barred !== null) throw new Refusal(ERROR.banned, barred)
}

/** Throws where the institution lets the account in by its provider alone. */
export function requireLocal({ sso }: Account): void {
  if (sso === 'only') throw ssoRequired()
}

export const ssoRequired = () => new Refusal(ERROR.banned, 'sso_required')

function barrier(account: Account): string | null {
  if (account.status === ACCOUNT_STATUS.banned) return 'account_banned'
  if (account.oid === null) return null
  if (account.institution_deleted_at !== null) return 'institution_banned'
  if (account.review_status === 0) return 'institution_pending'
  if (account.review_status === 2) return 'institution_refused'
  return account.institution_status === ACCOUNT_STATUS.banned ? 'institution_banned' : null
}
