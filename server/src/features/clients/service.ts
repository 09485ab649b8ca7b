import {
  CLIENTS,
  ERROR,
  message,
  today,
  type addClient,
  type ApiClient,
  type BodyOf,
  type DataOf,
  type listClients,
  type rotateClient,
  type Scope,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { newSecret } from '../sessions/tokens.ts'
import { readKey } from './keys.ts'
import { loginOf } from './login-name.ts'
import * as clients from './queries.ts'

type Given = BodyOf<typeof addClient>
type Listed = Awaited<ReturnType<typeof clients.findClients>>['rows'][number]

export async function openClients(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  page: BodyOf<typeof listClients>,
): Promise<DataOf<typeof listClients>> {
  const { oid } = actor
  const now = ctx.now()
  return withInstitution(ctx.db, oid, async (trx) => {
    const found = await clients.findClients(trx, oid, now, page)
    await audit(trx, { actor, ip, action: 'client.list', detail: { rows: found.rows.length } })
    return { ...found, rows: found.rows.map((row) => toClient(row, now)) }
  })
}

/** The clients that were not revoked. */
export async function clientsOf(trx: Trx, oid: string, now: Date) {
  const { rows } = await clients.findClients(trx, oid, now, { page: 1, size: CLIENTS.most })
  return rows
    .filter(({ revoked_at }) => revoked_at === null)
    .map((row) => ({ ...row, state: stateOf(row, now) }))
}

/** Whether a client may call now, wherever from. */
export async function mayCall(
  trx: Trx,
  oid: string,
  client_id: string,
  now: Date,
): Promise<boolean> {
  const row = await clients.findClient(trx, oid, client_id)
  return row !== undefined && stateOf(row, now) === 'active' && clients.isAdmitted(trx, oid)
}

/** Every field is named: hashes stay here. */
function toClient(row: Listed, now: Date): ApiClient {
  const { overlap_until } = row
  return {
    client_id: row.client_id,
    login: loginOf(row),
    name: row.name,
    scopes: row.scopes,
    networks: row.networks,
    expires_on: row.expires_on,
    public_key: row.public_pem,
    overlap_until: overlap_until && overlap_until > now ? overlap_until.toISOString() : null,
    state: stateOf(row, now),
    created_by: row.maker ?? '',
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    calls: row.calls,
  }
}

/** Whether a client may call, or why not. */
export function stateOf(
  row: Pick<clients.ClientRow, 'revoked_at' | 'expires_on' | 'secret_hash' | 'public_pem'>,
  now: Date,
): ApiClient['state'] {
  if (row.revoked_at !== null) return 'revoked'
  if (row.expires_on !== null && row.expires_on < today(now)) return 'expired'
  return row.secret_hash === null && row.public_pem === null ? 'no_secret' : 'active'
}

/** A row of what was given. */
function rowOf({ name, scopes, networks, expires_on, public_key }: Given) {
  if (public_key && readKey(public_key) === null) throw invalid({ public_key: 'client_key_format' })
  return {
    name,
    scopes,
    networks: [...new Set(networks)],
    expires_on: expires_on || null,
    public_pem: public_key || null,
  }
}

const NO_SECRET = { secret_hash: null, earlier_hash: null, overlap_until: null } as const

export async function createClient(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  given: Given,
): Promise<DataOf<typeof addClient>> {
  const { oid, uid } = actor
  const client_id = newId()
  const row = rowOf(given)
  const made = row.public_pem === null ? newSecret() : null
  await withInstitution(ctx.db, oid, async (trx) => {
    if ((await clients.countClients(trx, oid)) >= CLIENTS.most)
      throw new Refusal(ERROR.limitReached, message('clients_reached', CLIENTS.most))
    const secret_hash = made?.hash ?? null
    await clients.insertClient(trx, { client_id, ...row, secret_hash, oid, created_by: uid })
    const detail = { client: client_id, scopes: row.scopes }
    await audit(trx, { actor, ip, action: 'client.add', detail })
  })
  return { client_id, login: loginOf({ oid, client_id }), secret: made?.secret ?? null }
}

/** A client that was not revoked, for a change. */
async function living(trx: Trx, oid: string, client_id: string): Promise<clients.ClientRow> {
  const row = await clients.lockClient(trx, oid, client_id)
  if (!row) throw notFound()
  if (row.revoked_at !== null) throw new Refusal(ERROR.conflict, 'client_revoked')
  return row
}

export async function changeClient(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { client_id, ...given }: Given & { client_id: string },
): Promise<void> {
  const { oid } = actor
  const row = rowOf(given)
  await withInstitution(ctx.db, oid, async (trx) => {
    const before = await living(trx, oid, client_id)
    const secrets = row.public_pem === null ? {} : NO_SECRET
    const series = before.series + (row.public_pem === before.public_pem ? 0 : 1)
    await clients.updateClient(trx, oid, client_id, { ...row, ...secrets, series })
    const detail = { client: client_id, scopes: row.scopes }
    await audit(trx, { actor, ip, action: 'client.set', detail })
  })
}

/** A new secret. The one before holds for a day beside it, so that a hospital changes it without a gap. */
export async function renewSecret(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { client_id, at_once }: BodyOf<typeof rotateClient>,
): Promise<DataOf<typeof rotateClient>> {
  const { oid } = actor
  const { secret, hash } = newSecret()
  const until = new Date(ctx.now().getTime() + CLIENTS.overlapHours * 3_600_000)
  await withInstitution(ctx.db, oid, async (trx) => {
    const row = await living(trx, oid, client_id)
    if (row.public_pem !== null) throw new Refusal(ERROR.conflict, 'client_has_key')
    const earlier =
      at_once === true || row.secret_hash === null
        ? { earlier_hash: null, overlap_until: null }
        : { earlier_hash: row.secret_hash, overlap_until: until }
    // Tokens that were got with a secret in the wrong hands end with it.
    const series = row.series + (at_once === true ? 1 : 0)
    await clients.updateClient(trx, oid, client_id, { secret_hash: hash, ...earlier, series })
    const detail = { client: client_id, at_once: at_once === true }
    await audit(trx, { actor, ip, action: 'client.rotate', detail })
  })
  return { login: loginOf({ oid, client_id }), secret }
}

/** Its tokens are refused from the next call on, as each call reads the row. */
export async function revoke(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  client_id: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    await living(trx, oid, client_id)
    const gone = { ...NO_SECRET, public_pem: null, revoked_at: ctx.now() }
    await clients.updateClient(trx, oid, client_id, gone)
    await audit(trx, { actor, ip, action: 'client.revoke', detail: { client: client_id } })
  })
}

/** What a client is told of itself, so that its maker sees that the way is open. */
export const describeSelf = (
  ctx: Context,
  { actor, scopes }: Caller<Clinician> & { scopes: readonly Scope[] },
): Promise<{ name: string; scopes: readonly Scope[]; institution: string }> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const institution = await clients.nameOfInstitution(trx, actor.oid)
    return { name: actor.name, scopes, institution }
  })
