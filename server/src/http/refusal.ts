import { ERROR, STATUS } from '@mingmou/contract'

/**
 * A call that was understood and refused, with HTTP 202. `message` is an encoded message of the
 * contract.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  constructor(
    readonly errorCode: number,
    message: string,
    readonly data: Record<string, unknown> = {},
    /** Encoded messages by field. */
    readonly fields: Record<string, string> | null = null,
  ) {
    super(message)
  }
}

/** The fields that failed. `msg` is the message of the first one. */
export function invalid(fields: Record<string, string>): Refusal {
  return new Refusal(ERROR.validation, Object.values(fields)[0] ?? 'invalid', {}, fields)
}

/** Missing, or of another institution: the two must look the same. */
export function notFound(): Refusal {
  return new Refusal(ERROR.notFound, 'not_found')
}

/** Somebody changed the record since the caller read it. `stored` is what it says now. */
export function changedMeanwhile(stored: Record<string, unknown>): Refusal {
  return new Refusal(ERROR.conflict, 'record_changed', { stored })
}

const DENIALS = {
  [STATUS.malformed]: 'malformed',
  [STATUS.unauthorised]: 'unauthorised',
  [STATUS.tokenExpired]: 'token_expired',
  [STATUS.sessionRevoked]: 'session_revoked',
  [STATUS.noSuchPath]: 'no_such_path',
  [STATUS.loggedInElsewhere]: 'logged_in_elsewhere',
  [STATUS.passwordChangeRequired]: 'password_change_required',
  [STATUS.tooLarge]: 'too_large',
  [STATUS.tooMany]: 'too_many_calls',
  [STATUS.roleNotAllowed]: 'role_not_allowed',
} as const

type DeniedStatus = keyof typeof DENIALS

/** A call that was not admitted. The HTTP status says why. */
export class Denied extends Error {
  override name = 'Denied'
  constructor(
    readonly status: DeniedStatus,
    message: string = DENIALS[status],
  ) {
    super(message)
  }
}

export function isDeniedStatus(status: number): status is DeniedStatus {
  return status in DENIALS
}
