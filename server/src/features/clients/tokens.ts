import { randomBytes } from 'node:crypto'
import { CLIENTS, SCOPES, type Scope } from '@mingmou/contract'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { Context } from '../../context.ts'

/** Another issuer than that of sessions: neither is taken for the other. */
const ISSUER = 'mingmou-clients'

export interface ClientClaims {
  oid: string
  client_id: string
  scopes: Scope[]
  series: number
}

export async function issueClientToken(
  ctx: Context,
  { oid, client_id, scopes, series }: ClientClaims,
): Promise<string> {
  const { kid, privateKey } = ctx.keys.signing
  const now = Math.floor(ctx.now().getTime() / 1000)
  return new SignJWT({ oid, scope: scopes.join(' '), series })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setIssuer(ISSUER)
    .setSubject(client_id)
    .setJti(randomBytes(8).toString('base64url'))
    .setIssuedAt(now)
    .setExpirationTime(now + CLIENTS.tokenSeconds)
    .sign(privateKey)
}

/** What a token says; null where this server did not sign it, or it is over. `atHand` as of sessions. */
export async function readClientToken(
  ctx: Context,
  token: string,
  { atHand = false } = {},
): Promise<ClientClaims | null> {
  try {
    const { kid } = decodeProtectedHeader(token)
    const key = kid === undefined ? null : await ctx.keys.find({ kid }, { atHand })
    if (key === null) return null
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: ['EdDSA'],
      issuer: ISSUER,
      requiredClaims: ['sub', 'oid', 'scope', 'series', 'exp'],
      currentDate: ctx.now(),
    })
    const said = String(payload['scope']).split(' ')
    return {
      oid: String(payload['oid']),
      client_id: String(payload.sub),
      scopes: SCOPES.filter((scope) => said.includes(scope)),
      series: Number(payload['series']),
    }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}

/** The token of a request that names one. */
export const bearerOf = (header: string | undefined): string | null =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(header ?? '')?.[1] ?? null
