import type { BodyOf, DataOf, loginPasskey, loginPasskeyBegin, Session } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { audit } from '../audit/service.ts'
import { findAccount } from '../credentials/credentials.ts'
import {
  aboutLogin,
  admitted,
  openSession,
  recordingRefusal,
  type Client,
} from '../sessions/sessions.ts'
import { ssoRequired } from '../sessions/standing.ts'
import { beginStep, endStep, requireStep } from '../sessions/steps.ts'
import { findPasskey, notePasskeyUse } from './passkey-queries.ts'
import { siteOf } from './passkey-site.ts'
import { wrongPasskey } from './passkeys.ts'

/** The device finds the passkeys of this site by itself: nobody is told whose they are. */
export async function beginPasskeySignIn(ctx: Context): Promise<DataOf<typeof loginPasskeyBegin>> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const { rpID } = siteOf(ctx)
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  const data = { challenge: options.challenge }
  const ticket = await beginStep(ctx, ctx.db, 'passkey', { uid: null, data })
  return { ticket, options: { ...options } }
}

/** The device proved possession and its owner: password and code are not asked for. */
export async function signInByPasskey(
  ctx: Context,
  given: BodyOf<typeof loginPasskey>,
  client: Client,
): Promise<Session> {
  const { ticket, id } = given
  const { data } = await requireStep(ctx, ctx.db, 'passkey', ticket)
  const passkey = await findPasskey(ctx.db, id)
  const account = passkey && (await findAccount(ctx.db, passkey.uid))
  const counter = passkey ? await verifiedCounter(ctx, given, data.challenge, passkey) : null
  if (passkey === undefined || account === undefined || counter === null) {
    const entry = { ...aboutLogin(account), actor: null, ip: client.ip, detail: { by: 'passkey' } }
    await audit(ctx.db, { ...entry, action: 'factor.verify', outcome: 'refused' })
    throw wrongPasskey()
  }
  const opening = ctx.db.transaction().execute(async (trx) => {
    await endStep(trx, ticket)
    const current = await admitted(trx, account)
    if (current.sso !== null) throw ssoRequired()
    const use = { counter, used_at: ctx.now() }
    if (!(await notePasskeyUse(trx, passkey.passkey_id, use))) throw wrongPasskey()
    return openSession(ctx, trx, current, client, { second_factor: 'passkey' })
  })
  return recordingRefusal(ctx, account, client, opening)
}

/** The counter of the device after this use; null where the signature does not hold. */
async function verifiedCounter(
  ctx: Context,
  { id, clientDataJSON, authenticatorData, signature }: BodyOf<typeof loginPasskey>,
  expectedChallenge: string,
  passkey: { credential_id: string; public_key: Buffer; counter: string },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { rpID, origin } = siteOf(ctx)
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(() => null)
  return verified?.verified === true ? verified.authenticationInfo.newCounter : null
}
