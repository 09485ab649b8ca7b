import { SECOND_FACTOR } from '@mingmou/contract'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../context.ts'
import { seal, unseal } from '../../platform/keys/seal.ts'

/** What every app knows without being told: RFC 6238 with SHA-1, six digits, 30 seconds. */
const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Mingmou',
    label,
    algorithm: 'SHA1',
    digits: SECOND_FACTOR.digits,
    period: SECOND_FACTOR.periodSeconds,
    secret: Secret.fromBase32(secret),
  })

/** A new key for an app: text to type, and the address that a QR code shows. */
export function newKey(username: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: totpOf(secret, username).toString() }
}

/** The period that a code belongs to, one before and after this one included; null where it is wrong. */
export function periodOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  if (delta === null) return null
  return Math.floor(timestamp / 1000 / SECOND_FACTOR.periodSeconds) + delta
}

const about = (uid: string) => `totp ${uid}`
export const sealKey = (ctx: Context, uid: string, secret: string) =>
  seal(ctx.keys.seal, secret, about(uid))
export const unsealKey = (ctx: Context, uid: string, sealed: Buffer) =>
  unseal(ctx.keys.seal, sealed, about(uid))
