import { ERROR, STATUS, type Envelope } from '@mingmou/contract'
import { ApiError } from './api-error.ts'
import { asIs } from './whose.ts'
import { refusalWords } from '../files/own-names.ts'
import { say } from '../texts/say.ts'
import { goTo } from '../places/navigate.ts'
import { showError, showWarning } from '../notices/notices.ts'
import { suspectService } from './service.ts'
import { endedBy, endSession } from '../session/session-end.ts'
import { startOfSession } from '../session/session.ts'

interface Outcome {
  /** `session-end.ts` shows the end of the session in every tab. */
  notice?: 'error' | 'warning' | 'end'
  /** Shown instead of the server's own message. `fallback` only where the server sent none. */
  message?: string
  fallback?: string
  go?: string
}

/** The effect of each failed status on the page: the catalogue of the specification. */
const OUTCOMES: Record<number, Outcome> = {
  [STATUS.refused]: { notice: 'error', fallback: 'invalid' },
  [STATUS.malformed]: { notice: 'error', message: 'server_exception' },
  [STATUS.unauthorised]: { notice: 'error', message: 'unauthorised' },
  [STATUS.tokenExpired]: { notice: 'end', fallback: 'token_expired' },
  [STATUS.sessionRevoked]: { notice: 'end', fallback: 'session_revoked' },
  [STATUS.noSuchPath]: { notice: 'error', message: 'no_such_path', go: '/' },
  [STATUS.loggedInElsewhere]: { notice: 'end', message: 'logged_in_elsewhere' },
  [STATUS.passwordChangeRequired]: {
    notice: 'warning',
    fallback: 'password_change_required',
    go: '/app/updatePwd',
  },
  [STATUS.tooLarge]: { notice: 'error', fallback: 'too_large' },
  [STATUS.tooMany]: { notice: 'error', fallback: 'too_many_calls' },
  [STATUS.fault]: { notice: 'error', fallback: 'server_error' },
  [STATUS.roleNotAllowed]: { notice: 'warning', message: 'role_not_allowed', go: '/' },
}

const LEADS_ON: readonly number[] = [ERROR.secondStep, ERROR.applicationRefused]

/**
 * Applies the effect of the status, and returns the error to throw. `start` is that of the session
 * that called. If it is over by now, its end has been shown, and nothing more is. `isTold`: the page
 * shows the message at its place. `of`: the words for whoever went on to another page.
 */
export function refuse(
  status: number,
  answer: Partial<Envelope>,
  start: number | null,
  { isTold = false, of = asIs } = {},
): ApiError {
  if (start !== null && startOfSession() !== start) return new ApiError({ status, shown: true })
  // Nothing to show: the page of the login leads on, and says why.
  const isLedOn = LEADS_ON.includes(answer.error_code ?? ERROR.none)
  const outcome = OUTCOMES[status] ?? unlisted(status)
  const told = Array.isArray(answer.msg) ? (answer.msg[0] ?? '') : (answer.msg ?? '')
  const sent = refusalWords(answer.data) ?? told
  const msg = outcome.message ? say(outcome.message) : sent || say(outcome.fallback ?? '')
  if (outcome.notice === 'error' && !isTold && !isLedOn) showError(of(msg))
  if (outcome.notice === 'warning') showWarning(msg)
  if (outcome.notice === 'end') endSession(start, endedBy(status, msg))
  if (outcome.go !== undefined) goTo(outcome.go)
  return new ApiError({
    status,
    msg,
    shown: outcome.notice !== undefined,
    ...(answer.error_code !== undefined && { errorCode: answer.error_code }),
    ...(answer.data && { data: answer.data }),
  })
}

function unlisted(status: number): Outcome {
  if (status > 202 && status < 300) return { notice: 'error', message: 'status_error' }
  // A gateway in front of a service that is gone.
  if (status > 500 && status < 600) suspectService()
  return {}
}
