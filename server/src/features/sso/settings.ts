import { randomBytes } from 'node:crypto'
import {
  text,
  type BodyOf,
  type DataOf,
  type setSsoProvider,
  type ssoProvider,
  type testSsoProvider,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid } from '../../http/refusal.ts'
import { audit, target } from '../audit/service.ts'
import { proveAgain } from '../second-factor/prove.ts'
import { countTry } from '../sessions/throttle.ts'
import { redirectUri } from './at-provider.ts'
import { faultOf, ProviderFault } from './faults.ts'
import { fetchFor, readMetadata, sealSecret } from './provider.ts'
import { findProvider, keepProvider, lockProvider } from './queries.ts'

/** Each asks an address that a user gave. */
const TESTS = { count: 30, windowSeconds: 900 }
const CODE_BYTES = 6

export async function showProvider(
  ctx: Context,
  { oid }: Clinician,
): Promise<DataOf<typeof ssoProvider>> {
  const found = await findProvider(ctx.db, oid)
  const redirect_uri = redirectUri(ctx)
  if (found === undefined) return { provider: null, redirect_uri }
  // Every field is named: the secret stays here.
  const { name, issuer, client_id, enabled, required, fresh, sign_in_code } = found
  const sign_in_url = `${ctx.config.publicUrl}/#/login?sso=${sign_in_code}`
  const shown = { name, issuer, client_id, enabled, required, fresh, sign_in_code, sign_in_url }
  return { provider: shown, redirect_uri }
}

export async function setProvider(
  ctx: Context,
  caller: Caller<Clinician>,
  { password, code, client_secret, ...given }: BodyOf<typeof setSsoProvider>,
): Promise<void> {
  const { oid } = caller.actor
  const issuer = new URL(given.issuer).href
  await proveAgain(ctx, caller, { password, code })
  await ctx.db.transaction().execute(async (trx) => {
    const before = await lockProvider(trx, oid)
    // A secret is told to nobody but the provider that it is for.
    const kept = before?.issuer === issuer ? before.client_secret : undefined
    const secret = client_secret === undefined ? kept : sealSecret(ctx, oid, client_secret)
    if (secret === undefined) throw invalid({ client_secret: 'required' })
    await keepProvider(trx, {
      ...given,
      oid,
      issuer,
      client_secret: secret,
      sign_in_code: before?.sign_in_code ?? randomBytes(CODE_BYTES).toString('hex'),
    })
    const { enabled, required } = given
    const about = { ...target('institution', oid), detail: { issuer, enabled, required } }
    await audit(trx, { ...caller, action: 'sso.set', ...about })
  })
}

/** Reads the configuration and the keys, as a sign-in does. */
export async function testProvider(
  ctx: Context,
  { actor, language }: Caller<Clinician>,
  { issuer }: BodyOf<typeof testSsoProvider>,
): Promise<DataOf<typeof testSsoProvider>> {
  await countTry(ctx, `sso test ${actor.oid}`, TESTS)
  try {
    const { jwks_uri = '' } = await readMetadata(ctx, issuer)
    const asked = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const
    const keys = (await (await fetchFor(ctx)(jwks_uri, asked)).json()) as { keys?: unknown }
    if (!Array.isArray(keys.keys) || keys.keys.length === 0)
      throw new ProviderFault('sso_wrong_key')
    return { fault: null }
  } catch (error) {
    return { fault: text(language, faultOf(error, 'sso_no_document')) }
  }
}
