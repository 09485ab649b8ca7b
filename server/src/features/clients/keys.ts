import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

const RSA_BITS = 2048

interface ReadKey {
  key: KeyObject
  algorithms: string[]
}

/** Keys of nobody, whose private halves are thrown away: made when they are first needed. */
const decoys = new Map<string, ReadKey>()
const MADE: Readonly<Record<string, () => { publicKey: KeyObject }>> = {
  EdDSA: () => generateKeyPairSync('ed25519'),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: RSA_BITS }),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: RSA_BITS }),
}

/** What a signature is compared with that no client can have made; null for an algorithm that none of ours has. */
export function decoyFor(alg: string): ReadKey | null {
  const make = Object.hasOwn(MADE, alg) ? MADE[alg] : undefined
  if (make === undefined) return null
  const decoy = decoys.get(alg) ?? { key: make().publicKey, algorithms: [alg] }
  decoys.set(alg, decoy)
  return decoy
}

/** A public key that a client signs by, with the algorithms that fit it; null for anything else, a private key too. */
export function readKey(pem: string): ReadKey | null {
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
