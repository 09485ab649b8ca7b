import { createHash, randomBytes } from 'node:crypto'
import { ACCESS_TOKEN_SECONDS, STATUS } from '@mingmou/contract'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { Context } from '../../context.ts'
import { Denied } from '../../http/refusal.ts'

const ISSUER = 'mingmou'

export interface TokenClaims {
  uid: string
  sid: string
}

/** An access token: 900 s, and never longer than its session. */
export async function issueToken(
  ctx: Context,
  claims: TokenClaims,
  sessionEnd: Date,
): Promise<string> {
  const { kid, privateKey } = ctx.keys.signing
  const now = Math.floor(ctx.now().getTime() / 1000)
  const end = Math.min(now + ACCESS_TOKEN_SECONDS, Math.floor(sessionEnd.getTime() / 1000))
  return new SignJWT({ sid: claims.sid })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setIssuer(ISSUER)
    .setSubject(claims.uid)
    .setJti(randomBytes(8).toString('base64url'))
    .setIssuedAt(now)
    .setExpirationTime(end)
    .sign(privateKey)
}

/**
 * The content of a token and its end. 401 when this server did not sign it, 402 when it has expired
 * and must be valid. With `atHand` a key that this process has not read yet signs nothing, so that a
 * stranger's token costs no query.
 */
export async function verifyToken(
  ctx: Context,
  token: string,
  { acceptExpired = false, atHand = false } = {},
): Promise<TokenClaims & { expires: Date }> {
  try {
    const { kid } = decodeProtectedHeader(token)
    const key = kid === undefined ? null : await ctx.keys.find({ kid }, { atHand })
    if (key === null) throw new Denied(STATUS.unauthorised)
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: ['EdDSA'],
      issuer: ISSUER,
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: acceptExpired ? new Date(0) : ctx.now(),
    })
    return {
      uid: String(payload.sub),
      sid: String(payload['sid']),
      expires: new Date(Number(payload.exp) * 1000),
    }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Denied(STATUS.tokenExpired)
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw new Denied(STATUS.unauthorised)
    }
    throw error
  }
}

/** An opaque 256-bit secret and the hash of it that the database keeps. */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashSecret(secret) }
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
