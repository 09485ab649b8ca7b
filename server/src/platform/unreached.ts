/** Why the other side of a connection was not reached. */
export type Unreached = 'no_host' | 'down' | 'silent' | 'broken' | 'tls'

/** By the `code` of an error of Node. */
const OF_CODE: Partial<Record<string, Unreached>> = {
  ENOTFOUND: 'no_host',
  ENODATA: 'no_host',
  ECONNREFUSED: 'down',
  EHOSTUNREACH: 'down',
  ENETUNREACH: 'down',
  EAI_AGAIN: 'down',
  ETIMEDOUT: 'silent',
  ABORT_ERR: 'silent',
  ECONNRESET: 'broken',
  EPIPE: 'broken',
  CERT_HAS_EXPIRED: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
}

/** null for an error of another kind. */
export function unreachedBy(error: unknown): Unreached | null {
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (name === 'TimeoutError') return 'silent'
  const known = typeof code === 'string' ? OF_CODE[code] : undefined
  if (known !== undefined) return known
  return typeof code === 'string' && code.startsWith('ERR_SSL') ? 'tls' : null
}
