import { ERROR, SSO_CALLBACK, type BodyOf, type finishSsoLogin } from '@mingmou/contract'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { beginStep, endStep, requireStep, type ProvenFactor } from '../sessions/steps.ts'
import { faultOf, type Fault } from './faults.ts'
import { clientAt } from './provider.ts'
import { findProvider, type Person, type ProviderRow } from './queries.ts'

/** A browser goes to the provider with this, and keeps the ticket in a cookie. */
export interface Leaving {
  url: string
  ticket: string
}

type Kind = 'sso' | 'sso-link'
export type Answer = BodyOf<typeof finishSsoLogin>

/** OpenID Connect Core, 2: ASCII, 255 characters at most. */
const SUB = /^[ -~]{1,255}$/

/** As old as the proof of the person may be where it has to be a new one. */
const FRESH_SECONDS = 300

export const redirectUri = (ctx: Context) => `${ctx.config.publicUrl}${SSO_CALLBACK}`

/** `uid` is the account that is to be linked, where one is proven already. A fault where it is away. */
export async function leave(
  ctx: Context,
  kind: Kind,
  provider: ProviderRow,
  { uid, factor }: { uid: string | null; factor: ProvenFactor | null },
): Promise<Leaving | Fault> {
  const client = await clientAt(ctx, provider).catch((error: unknown) =>
    faultOf(error, 'sso_error'),
  )
  if (typeof client === 'string') return client
  // The page reads from it which of the two calls the answer is for.
  const state = `${kind}.${randomState()}`
  const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()]
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirectUri(ctx),
    scope: 'openid',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(provider.fresh && { prompt: 'login', max_age: String(FRESH_SECONDS) }),
  })
  const { oid, issuer } = provider
  const data = { oid, issuer, state, nonce, verifier, factor }
  return { url: url.href, ticket: await beginStep(ctx, ctx.db, kind, { uid, data }) }
}

/** What a browser brought back. `person` is null where the provider or its answer did not hold. */
export interface Returned {
  oid: string
  uid: string | null
  factor: ProvenFactor | null
  proof: (Person & { mfa: boolean }) | Fault
}

/** The answer is good once, and in the browser that left. */
export async function comeBack(
  ctx: Context,
  kind: Kind,
  ticket: string,
  answer: Answer,
): Promise<Returned> {
  const ended = () => refused('sso_ended')
  const { uid, data } = await requireStep(ctx, ctx.db, kind, ticket, ended)
  await ctx.db.transaction().execute((trx) => endStep(trx, ticket, ended))
  const { oid, factor } = data
  if (answer.state !== data.state) return { oid, uid, factor, proof: 'sso_ended' }
  const provider = await findProvider(ctx.db, oid)
  if (provider?.enabled !== true) return { oid, uid, factor, proof: 'sso_off' }
  // An answer of the one before would be shown to the new one.
  if (provider.issuer !== data.issuer) return { oid, uid, factor, proof: 'sso_ended' }
  try {
    const client = await clientAt(ctx, provider)
    const url = new URL(redirectUri(ctx))
    for (const name of ['state', 'code', 'iss', 'error'] as const) {
      const value = answer[name]
      if (value !== undefined) url.searchParams.set(name, value)
    }
    const tokens = await authorizationCodeGrant(client, url, {
      expectedState: data.state,
      expectedNonce: data.nonce,
      pkceCodeVerifier: data.verifier,
      idTokenExpected: true,
      ...(provider.fresh && { maxAge: FRESH_SECONDS }),
    })
    const claims = tokens.claims()
    const sub = claims?.sub ?? ''
    if (claims === undefined || !SUB.test(sub)) return { oid, uid, factor, proof: 'sso_error' }
    const person = { oid, issuer: provider.issuer, sub, mfa: provesMore(claims) }
    return { oid, uid, factor, proof: person }
  } catch (error) {
    return { oid, uid, factor, proof: faultOf(error, 'sso_error') }
  }
}

export const refused = (fault: Fault) => new Refusal(ERROR.wrongCode, fault)

/** RFC 8176, and what ADFS and Entra write in its place. */
const MFA_METHODS = ['mfa', 'http://schemas.microsoft.com/claims/multipleauthn']
/** The classes of REFEDS and of OpenID PAPE. */
const MFA_CLASSES = [
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
]

/** Whether the provider says that it asked for more than one factor. */
function provesMore({ amr, acr }: Record<string, unknown>): boolean {
  const methods = Array.isArray(amr) ? (amr as unknown[]) : [amr]
  return (
    MFA_METHODS.some((mfaMethod) => methods.includes(mfaMethod)) ||
    MFA_CLASSES.some((known) => known === acr)
  )
}
