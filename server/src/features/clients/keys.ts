import { createPublicKey, type KeyObject } from 'node:crypto'

const RSA_BITS = 2048

/** A public key that a client signs by, with the algorithms that fit it; null for anything else, a private key too. */
export function readKey(pem: string): { key: KeyObject; algorithms: string[] } | null {
  if (!/^-----BEGIN (RSA )?PUBLIC KEY-----/.test(pem.trim())) return null
  const key = keyIn(pem)
  if (key === null) return null
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ed25519') return { key, algorithms: ['EdDSA'] }
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return { key, algorithms: ['ES256'] }
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= RSA_BITS)
    return { key, algorithms: ['RS256', 'PS256'] }
  return null
}

function keyIn(pem: string): KeyObject | null {
  try {
    return createPublicKey(pem)
  } catch {
    return null
  }
}
