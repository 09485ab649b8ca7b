import { timingSafeEqual } from 'node:crypto'
import { CLIENTS, SCOPES, type Scope } from '@mingmou/contract'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { Context } from '../../context.ts'
import { inTurns } from '../../http/turns.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { isListed } from '../../platform/networks.ts'
import { networkOf } from '../../platform/networks.ts'
import { audit } from '../audit/service.ts'
import { takeTry } from '../sessions/throttle.ts'
import { hashSecret, newSecret } from '../sessions/tokens.ts'
import { SAID } from './client-of.ts'
import { decoyFor, readKey } from './keys.ts'
import { namedBy, type Named } from './login-name.ts'
import { findClient, isAdmitted, type ClientRow } from './queries.ts'
import { stateOf } from './service.ts'
import { issueClientToken } from './tokens.ts'

export const TOKEN_PATH = '/oauth/token'

/** An error of RFC 6749, section 5.2. */
export class GrantRefused extends Error {
  override name = 'GrantRefused'
  constructor(
    readonly error: string,
    description: string,
    readonly status = 400,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(description)
  }
}

const invalidRequest = (why: string) => new GrantRefused('invalid_request', why)
const invalidClient = (why: string) =>
  new GrantRefused('invalid_client', why, 401, { 'www-authenticate': 'Basic realm="mingmou"' })

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** An assertion holds at most so long (RFC 7523 leaves it to the server). */
const ASSERTION_SECONDS = 300

type Proof = { login: string } & ({ secret: string } | { assertion: string })

/** How the client proves itself: by one way alone. */
function proofOf(form: URLSearchParams, authorization: string | undefined): Proof {
  const basic = basicOf(authorization)
  const [id, secret, assertion] = ['client_id', 'client_secret', 'client_assertion'].map((name) =>
    form.get(name),
  )
  const ways = [basic, secret, assertion].filter((way) => way !== null && way !== undefined)
  if (ways.length > 1) throw invalidRequest('More than one way of authentication')
  if (basic !== null) {
    if (id && id !== basic.login) throw invalidRequest('client_id differs')
    return basic
  }
  if (assertion) {
    if (form.get('client_assertion_type') !== ASSERTION)
      throw invalidRequest(`client_assertion_type has to be ${ASSERTION}`)
    const login = subjectOf(assertion)
    if (id && id !== login) throw invalidRequest('client_id differs')
    return { login, assertion }
  }
  if (!id || !secret) throw invalidClient('Authentication is needed')
  return { login: id, secret }
}

function basicOf(authorization: string | undefined): { login: string; secret: string } | null {
  const [, packed] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? []
  if (packed === undefined) return null
  const plain = Buffer.from(packed, 'base64').toString()
  const at = plain.indexOf(':')
  // Both are written as in a form (RFC 6749, 2.3.1).
  const [login = '', secret = ''] = [plain.slice(0, at), plain.slice(at + 1)].map(
    (part) => new URLSearchParams(`a=${part.replaceAll('&', '%26')}`).get('a') ?? '',
  )
  if (at < 0) throw invalidClient('The header is not readable')
  return { login, secret }
}

function subjectOf(assertion: string): string {
  try {
    return decodeJwt(assertion).sub ?? ''
  } catch {
    throw invalidClient('The assertion is not readable')
  }
}

export interface Granted {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
}

/** A token for a client that proves who it is: the grant of client credentials (RFC 6749, 4.4). */
export async function grant(
  ctx: Context,
  form: URLSearchParams,
  { authorization, ip }: { authorization: string | undefined; ip: string },
): Promise<Granted> {
  const names = [...form.keys()]
  if (new Set(names).size < names.length) throw invalidRequest('A parameter is there twice')
  const type = form.get('grant_type')
  if (!type) throw invalidRequest('grant_type is needed')
  if (type !== 'client_credentials')
    throw new GrantRefused('unsupported_grant_type', 'Only client_credentials is supported')
  const proof = proofOf(form, authorization)
  const named = namedBy(proof.login)
  if (named === null) throw invalidClient('The client is not known')
  const network = networkOf(ip)
  const row = await proving(() => proven(ctx, named, proof, ip), { lane: network, person: network })
  const scopes = scopesOf(row, form.get('scope'))
  const { oid, client_id, series } = row
  const access_token = await issueClientToken(ctx, { oid, client_id, scopes, series })
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: CLIENTS.tokenSeconds,
    scope: scopes.join(' '),
  }
}

/** All that the client has where it names none (RFC 6749, 3.3). */
function scopesOf(row: ClientRow, asked: string | null): Scope[] {
  if (!asked) return row.scopes
  const wanted = asked.split(' ').filter((scope) => scope !== '')
  const given = SCOPES.filter((scope) => wanted.includes(scope) && row.scopes.includes(scope))
  if (wanted.some((scope) => !given.some((known) => known === scope)))
    throw new GrantRefused('invalid_scope', 'The client does not have this scope')
  return given
}

/** Whoever asks for tokens without end waits for himself. */
const proving = inTurns(4)

async function countWrong(ctx: Context, login: string, ip: string): Promise<void> {
  const { over, retry_after } = await takeTry(
    ctx,
    `client ${login} ${networkOf(ip)}`,
    CLIENTS.tries,
  )
  if (over > 0)
    throw new GrantRefused('temporarily_unavailable', 'Too many wrong tries', 429, {
      'retry-after': String(retry_after),
    })
}

/** Names are free to invent: the wrong proofs of one network are on record so often, so that nobody fills a log. */
const NOTED = { count: 100, windowSeconds: 900 }

/** The hash of no secret. */
const NO_SECRET = newSecret().hash

/**
 * The client, once it has proven who it is. Neither what an unknown one is told nor how long that takes says who is
 * there: its proof is compared too, and it is on record as the wrong proof of a known one is.
 */
async function proven(
  ctx: Context,
  { oid, client_id }: Named,
  proof: Proof,
  ip: string,
): Promise<ClientRow> {
  const now = ctx.now()
  const row = await withInstitution(ctx.db, oid, (trx) => findClient(trx, oid, client_id))
  const isProven = await isProof(ctx, row, proof, now)
  // Nobody guesses 256 bits: only a wrong proof counts, and whoever sends wrong ones shuts no client out.
  if (!isProven) await countWrong(ctx, proof.login, ip)
  const actor = row ? ({ uid: client_id, role: '4', oid } as const) : null
  const note = (action: 'client.token' | 'client.refused', why?: string) =>
    withInstitution(ctx.db, oid, (trx) =>
      audit(trx, {
        actor,
        ip,
        action,
        outcome: why === undefined ? 'success' : 'refused',
        ...(why !== undefined && { detail: { why } }),
      }),
    )
  const refuse = async (why: string, said = why) => {
    await note('client.refused', why)
    throw invalidClient(said)
  }
  if (!row || !isProven) {
    const said = 'The client or its secret is wrong'
    const { over } = await takeTry(ctx, `client from ${networkOf(ip)}`, NOTED)
    if (over > 0) throw invalidClient(said)
    return refuse(row ? 'wrong proof' : 'unknown client', said)
  }
  const state = stateOf(row, now)
  if (state !== 'active') return refuse(SAID[state])
  if (row.networks.length > 0 && !isListed(row.networks, ip))
    return refuse('The client may not call from this address')
  if (!(await isAdmitted(ctx.db, oid))) return refuse('The institution may not call')
  await note('client.token')
  return row
}

async function isProof(
  ctx: Context,
  row: ClientRow | undefined,
  proof: Proof,
  now: Date,
): Promise<boolean> {
  if ('assertion' in proof) return isSigned(ctx, row?.public_pem ?? null, proof, now)
  const given = hashSecret(proof.secret)
  const isEarlier = row?.overlap_until && row.overlap_until > now
  const [one, other] = [row?.secret_hash, isEarlier ? row.earlier_hash : null].map((hash) => {
    const isSame = timingSafeEqual(hash ?? NO_SECRET, given)
    return isSame && !!hash
  })
  return one === true || other === true
}

/**
 * A statement that the client signed for this server, now, and that was not used before (RFC 7523). Where no key of a
 * client fits its algorithm, the signature is compared with a key that signs nothing.
 */
async function isSigned(
  ctx: Context,
  public_pem: string | null,
  { login, assertion }: { login: string; assertion: string },
  now: Date,
): Promise<boolean> {
  const { publicUrl } = ctx.config
  try {
    const alg = decodeProtectedHeader(assertion).alg ?? ''
    const own = public_pem === null ? null : readKey(public_pem)
    const isOwn = own?.algorithms.includes(alg) === true
    const used = isOwn ? own : decoyFor(alg)
    if (used === null) return false
    const { payload } = await jwtVerify(assertion, used.key, {
      algorithms: used.algorithms,
      issuer: login,
      subject: login,
      audience: [publicUrl, `${publicUrl}${TOKEN_PATH}`],
      requiredClaims: ['exp', 'jti'],
      currentDate: now,
    })
    if (!isOwn) return false
    const left = Number(payload.exp) - now.getTime() / 1000
    if (left > ASSERTION_SECONDS) return false
    const once = { count: 1, windowSeconds: ASSERTION_SECONDS + 60 }
    return (await takeTry(ctx, `assertion ${login} ${String(payload.jti)}`, once)).over <= 0
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false
    throw error
  }
}
