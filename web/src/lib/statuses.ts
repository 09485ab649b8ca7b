import { STATUS, type Envelope } from '@mingmou/contract'
import { ApiError } from './api-error.ts'
import { say, tell } from './i18n.ts'
import { goTo } from './navigate.ts'
import { notices, showError, showWarning } from './notices.ts'
import { suspectService } from './service.ts'
import { clearSession } from './session.ts'

interface Outcome {
  tell?: 'error' | 'warning' | 'dialog'
  /** Said instead of the server's own message; `fallback` only when the server said nothing. */
  message?: string
  fallback?: string
  endSession?: boolean
  go?: string
}

/** What each status of a failed call does to the page: the catalogue of the specification. */
const OUTCOMES: Record<number, Outcome> = {
  [STATUS.refused]: { tell: 'error', fallback: 'invalid' },
  [STATUS.malformed]: { tell: 'error', message: 'server_exception' },
  [STATUS.unauthorised]: { tell: 'error', message: 'unauthorised' },
  [STATUS.tokenExpired]: { tell: 'error', fallback: 'token_expired', go: '/login' },
  [STATUS.sessionRevoked]: {
    tell: 'error',
    fallback: 'session_revoked',
    endSession: true,
    go: '/login',
  },
  [STATUS.noSuchPath]: { tell: 'error', message: 'no_such_path', go: '/' },
  [STATUS.loggedInElsewhere]: { tell: 'dialog', endSession: true },
  [STATUS.passwordChangeRequired]: {
    tell: 'warning',
    fallback: 'password_change_required',
    go: '/app/updatePwd',
  },
  [STATUS.tooLarge]: { tell: 'error', fallback: 'too_large' },
  [STATUS.tooMany]: { tell: 'error', fallback: 'too_many_calls' },
  [STATUS.fault]: { tell: 'error', fallback: 'server_error' },
  [STATUS.roleNotAllowed]: { tell: 'warning', message: 'role_not_allowed', go: '/' },
}

/** Does what the status asks for, and answers the error to throw. */
export function refuse(status: number, answer: Partial<Envelope>): ApiError {
  const outcome = OUTCOMES[status] ?? unlisted(status)
  const own = Array.isArray(answer.msg) ? (answer.msg[0] ?? '') : (answer.msg ?? '')
  const msg = outcome.message ? say(outcome.message) : own || say(outcome.fallback ?? '')
  if (outcome.endSession) clearSession()
  if (outcome.tell === 'error') showError(msg)
  if (outcome.tell === 'warning') showWarning(msg)
  if (outcome.tell === 'dialog') askToLogInAgain()
  if (outcome.go !== undefined) goTo(outcome.go)
  return new ApiError({
    status,
    msg,
    shown: outcome.tell !== undefined,
    ...(answer.error_code !== undefined && { errorCode: answer.error_code }),
    ...(answer.data && { data: answer.data }),
  })
}

function unlisted(status: number): Outcome {
  if (status > 202 && status < 300) return { tell: 'error', message: 'status_error' }
  // A gateway in front of a service that is gone.
  if (status > 500 && status < 600) suspectService()
  return {}
}

let asking = false

function askToLogInAgain(): void {
  if (asking) return
  asking = true
  const leave = () => {
    asking = false
    goTo('/login')
  }
  notices().modal.confirm({
    title: say('logged_in_elsewhere'),
    okText: tell('session.logInAgain'),
    cancelText: tell('action.close'),
    onOk: leave,
    onCancel: leave,
  })
}
