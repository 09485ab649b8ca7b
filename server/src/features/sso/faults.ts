import type { MessageKey } from '@mingmou/contract'
import { OutwardRefused } from '../../platform/outward.ts'

/** What went wrong at a provider, in the words that the person reads. */
export type Fault = MessageKey & `sso_${string}`

export class ProviderFault extends Error {
  readonly fault: Fault
  constructor(fault: Fault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

const OF_REFUSED = {
  private: 'sso_private',
  'not-https': 'sso_no_document',
  'too-large': 'sso_no_document',
} as const satisfies Record<OutwardRefused['why'], Fault>

/** By the `code` of an error of Node or of openid-client. */
const OF_CODE: Partial<Record<string, Fault>> = {
  ENOTFOUND: 'sso_no_host',
  ECONNREFUSED: 'sso_down',
  ECONNRESET: 'sso_down',
  EHOSTUNREACH: 'sso_down',
  ENETUNREACH: 'sso_down',
  ETIMEDOUT: 'sso_down',
  EAI_AGAIN: 'sso_down',
  ABORT_ERR: 'sso_down',
  OAUTH_TIMEOUT: 'sso_down',
  CERT_HAS_EXPIRED: 'sso_tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'sso_tls',
  ERR_TLS_CERT_ALTNAME_INVALID: 'sso_tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'sso_tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'sso_tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'sso_tls',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'sso_wrong_issuer',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'sso_expired',
  OAUTH_KEY_SELECTION_FAILED: 'sso_wrong_key',
}

/** By the claim of the ID token, or the parameter of the answer, that is not as expected. */
const OF_CLAIM: Partial<Record<string, Fault>> = {
  nonce: 'sso_wrong_nonce',
  aud: 'sso_wrong_audience',
  azp: 'sso_wrong_audience',
  iss: 'sso_wrong_issuer',
  auth_time: 'sso_not_fresh',
  exp: 'sso_expired',
  nbf: 'sso_expired',
}

/** By the `error` that the provider answered. */
const OF_ANSWER: Partial<Record<string, Fault>> = {
  access_denied: 'sso_denied',
  invalid_client: 'sso_wrong_client',
  unauthorized_client: 'sso_wrong_client',
  invalid_grant: 'sso_used_code',
}

/** Looks along the causes of an error; the innermost says most. `other` where none is known. */
export function faultOf(error: unknown, other: Fault): Fault {
  let found: Fault | undefined
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = causeOf(cause)) {
    found = known(cause) ?? found
  }
  return found ?? other
}

const causeOf = (error: object): unknown => ('cause' in error ? error.cause : undefined)

function known(cause: object): Fault | undefined {
  if (cause instanceof ProviderFault) return cause.fault
  if (cause instanceof OutwardRefused) return OF_REFUSED[cause.why]
  const { code, claim, error, message } = cause as Partial<Record<string, unknown>>
  if (typeof claim === 'string') return OF_CLAIM[claim]
  if (typeof error === 'string') return OF_ANSWER[error] ?? 'sso_error'
  // These have no code of their own.
  if (message === 'JWT signature verification failed') return 'sso_wrong_key'
  if (typeof message === 'string' && message.includes('"iss"')) return 'sso_wrong_issuer'
  if (typeof message === 'string' && message.includes('auth_time')) return 'sso_not_fresh'
  return typeof code === 'string' ? OF_CODE[code] : undefined
}
