import {
  ERROR,
  type addPasskey,
  type beginPasskey,
  type BodyOf,
  type DataOf,
  type myPasskeys,
  type removePasskey,
  type renamePasskey,
} from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { findProfile } from '../accounts/profiles.ts'
import { audit, target } from '../audit/service.ts'
import { lockAccount } from '../credentials/credentials.ts'
import { beginStep, endStep, requireStep, stepEnded } from '../sessions/steps.ts'
import { tellOwner } from './enrol.ts'
import { siteOf } from './passkey-site.ts'
import * as passkeys from './passkey-queries.ts'
import { proven } from './service.ts'

/**
 * EdDSA, ES256 and RS256 by their COSE numbers. Left to itself, the library adds ML-DSA where Node
 * has it. A server under an older Node cannot check such a passkey.
 */
const ALGORITHMS = [-8, -7, -257]

export async function showPasskeys(ctx: Context, actor: Actor): Promise<DataOf<typeof myPasskeys>> {
  const rows = await passkeys.findPasskeys(ctx.db, actor.uid)
  return {
    passkeys: rows.map(({ passkey_id, name, created_at, used_at }) => ({
      passkey_id,
      name,
      created_at: created_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    })),
  }
}

/** Password and code come first, so a passkey always stands beside an app with recovery codes. */
export async function beginAdding(
  ctx: Context,
  caller: Caller,
  given: BodyOf<typeof beginPasskey>,
): Promise<DataOf<typeof beginPasskey>> {
  const { uid } = await proven(ctx, caller, given)
  const [profile, known] = await Promise.all([
    findProfile(ctx.db, uid),
    passkeys.findPasskeys(ctx.db, uid),
  ])
  const { rpID, rpName } = siteOf(ctx)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: profile?.username ?? '',
    userID: new Uint8Array(Buffer.from(uid)),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const data = { challenge: options.challenge }
  const ticket = await beginStep(ctx, ctx.db, 'new-passkey', { uid, data })
  return { ticket, options: { ...options } }
}

export async function keepPasskey(
  ctx: Context,
  caller: Caller,
  given: BodyOf<typeof addPasskey>,
): Promise<{ passkey_id: string }> {
  const { ticket, id, clientDataJSON, attestationObject, transports, name } = given
  const { uid, data } = await requireStep(ctx, ctx.db, 'new-passkey', ticket)
  if (uid !== caller.actor.uid) throw stepEnded()
  const { rpID, origin } = siteOf(ctx)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge: data.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo === undefined) throw wrongPasskey()
  const { credential } = registrationInfo
  const passkey_id = uuid()
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    await endStep(trx, ticket)
    await passkeys.insertPasskey(trx, {
      passkey_id,
      uid,
      name,
      transports,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      created_at: ctx.now(),
    })
    const detail = { by: 'passkey', name }
    await audit(trx, { ...caller, action: 'factor.add', ...target('account', uid), detail })
    await tellOwner(ctx, trx, uid, 'passkey')
  })
  return { passkey_id }
}

export const wrongPasskey = () => new Refusal(ERROR.wrongCode, 'wrong_passkey')

async function requireOwn(ctx: Context, actor: Actor, passkey_id: string): Promise<void> {
  if (!(await passkeys.ownsPasskey(ctx.db, actor.uid, passkey_id))) throw notFound()
}

export async function nameAgain(
  ctx: Context,
  { actor }: Caller,
  { passkey_id, name }: BodyOf<typeof renamePasskey>,
): Promise<void> {
  await requireOwn(ctx, actor, passkey_id)
  await ctx.db.transaction().execute((trx) => passkeys.updatePasskeyName(trx, passkey_id, name))
}

export async function takeBack(
  ctx: Context,
  caller: Caller,
  { passkey_id, ...given }: BodyOf<typeof removePasskey>,
): Promise<void> {
  await requireOwn(ctx, caller.actor, passkey_id)
  const { uid } = await proven(ctx, caller, given)
  await ctx.db.transaction().execute(async (trx) => {
    await passkeys.deletePasskey(trx, passkey_id)
    const detail = { by: 'passkey' }
    await audit(trx, { ...caller, action: 'factor.remove', ...target('account', uid), detail })
  })
}
