import type { Scope } from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { languageOf } from '../../http/language.ts'
import { HttpProblem } from '../../http/problem.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { isListed, networkOf } from '../../platform/networks.ts'
import { audit } from '../audit/service.ts'
import { takeTry } from '../sessions/throttle.ts'
import { countCall, findClient, isAdmitted } from './queries.ts'
import { stateOf } from './service.ts'
import { bearerOf, readClientToken, type ClientClaims } from './tokens.ts'

/** A client that calls: services and audit log take it as they take a clinician of the institution. */
export interface ClientCaller extends Caller<Clinician> {
  scopes: readonly Scope[]
}

const REALM = 'Bearer realm="mingmou"'

/** RFC 6750: a request without a token is told of none. */
const unauthorised = (why?: string) =>
  new HttpProblem(401, 'unauthorised', why ?? 'A bearer token is needed', {
    'www-authenticate':
      why === undefined ? REALM : `${REALM}, error="invalid_token", error_description="${why}"`,
  })

const insufficient = (scope: Scope) =>
  new HttpProblem(403, 'insufficient-scope', `The scope ${scope} is needed`, {
    'www-authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"`,
  })

/**
 * The client that a request comes from, where it may do this. Each call reads the client anew, so that one that was
 * revoked, or whose institution was banned, reaches nothing from then on. The call is counted. Without a scope any
 * client may.
 */
export async function clientOf(
  ctx: Context,
  request: FastifyRequest,
  scope: Scope | null,
): Promise<ClientCaller> {
  const token = bearerOf(request.headers.authorization)
  if (token === null) throw unauthorised()
  const claims = await readClientToken(ctx, token)
  if (claims === null) throw unauthorised('The token is not of this server, or it has expired')
  const { ip } = request
  return withInstitution(ctx.db, claims.oid, async (trx) => {
    const row = await findClient(trx, claims.oid, claims.client_id)
    const refused = row && whyNot(row, claims, { ip, now: ctx.now() })
    if (!row) throw unauthorised('The client is not there')
    if (refused) return { refused }
    if (!(await isAdmitted(trx, claims.oid))) return { refused: 'The institution may not call' }
    await countCall(trx, claims, ctx.now())
    const { oid, client_id, name } = row
    const actor: Clinician = {
      uid: client_id,
      sid: client_id,
      oid,
      name,
      role: '4',
      account_type: 2,
    }
    const scopes = row.scopes.filter((scope) => claims.scopes.includes(scope))
    return { actor, ip, language: languageOf(request.headers['accept-language']), scopes }
  }).then(async (caller) => {
    if ('refused' in caller) {
      await noteRefused(ctx, claims, { ip, why: caller.refused })
      throw unauthorised(caller.refused)
    }
    await requireScope(ctx, request, caller, scope)
    return caller
  })
}

/** Refuses a client without this scope. The log has it. */
export async function requireScope(
  ctx: Context,
  request: FastifyRequest,
  caller: ClientCaller,
  scope: Scope | null,
): Promise<void> {
  if (scope === null || caller.scopes.includes(scope)) return
  const detail = { scope, call: request.routeOptions.url }
  const entry = { ...caller, action: 'client.refused', outcome: 'refused', detail } as const
  await withInstitution(ctx.db, caller.actor.oid, (trx) => audit(trx, entry))
  throw insufficient(scope)
}

/** A program that goes on calling is on record once in so long. */
const NOTED = { count: 1, windowSeconds: 600 }

/** Records that a client called which may not any more, or not from there. */
async function noteRefused(
  ctx: Context,
  { oid, client_id }: ClientClaims,
  { ip, why }: { ip: string; why: string },
): Promise<void> {
  const { over } = await takeTry(ctx, `refused client ${client_id} ${networkOf(ip)} ${why}`, NOTED)
  if (over > 0) return
  const actor = { uid: client_id, role: '4', oid } as const
  const entry = {
    actor,
    ip,
    action: 'client.refused',
    outcome: 'refused',
    detail: { why },
  } as const
  await withInstitution(ctx.db, oid, (trx) => audit(trx, entry))
}

function whyNot(
  row: NonNullable<Awaited<ReturnType<typeof findClient>>>,
  { series }: ClientClaims,
  { ip, now }: { ip: string; now: Date },
): string | null {
  const state = stateOf(row, now)
  if (state !== 'active') return SAID[state]
  if (row.series !== series) return 'The token was ended'
  if (row.networks.length > 0 && !isListed(row.networks, ip))
    return 'The client may not call from this address'
  return null
}

export const SAID = {
  revoked: 'The client was revoked',
  expired: 'The client has expired',
  no_secret: 'The client has no secret',
} as const
