import { z } from 'zod'
import { body, call, Nothing } from '../wire/call.ts'
import { bounded, ComingDate, Id, Instant, page, pageOf, required } from '../wire/fields.ts'
import { networks } from '../wire/networks.ts'
import { MAIN_ACCOUNT } from '../wire/roles.ts'

/** Clients of an institution, networks of a client, and how long an earlier secret holds beside a new one. */
export const CLIENTS = {
  most: 20,
  networks: 8,
  overlapHours: 24,
  /** A token of a client lives so long. */
  tokenSeconds: 900,
  /** Wrong secrets of a client from one address. */
  tries: { count: 30, windowSeconds: 600 },
  /** Answers to writes with an idempotency key that are kept of an institution, for a day. */
  keptAnswers: { count: 100_000, windowSeconds: 86_400 },
} as const

/** What a client may do. A write does not imply a read. */
export const SCOPES = [
  'people:read',
  'people:write',
  'orders:read',
  'orders:write',
  'images:read',
  'images:write',
  'results:read',
  'documents:read',
  /** Everything of the institution at once, of the types that the other scopes name. */
  'bulk:read',
] as const
export const Scope = z.enum(SCOPES, 'not_allowed')
export type Scope = z.infer<typeof Scope>

export const CLIENT_STATES = ['active', 'expired', 'no_secret', 'revoked'] as const

const ApiClient = z.object({
  client_id: Id,
  /** What the client calls itself when it asks for a token. */
  login: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  networks: z.array(z.string()),
  /** The last day; null: no end. */
  expires_on: z.string().nullable(),
  /** It proves itself by a key. The key is public. */
  public_key: z.string().nullable(),
  /** Until when the secret before holds too. */
  overlap_until: Instant.nullable(),
  state: z.enum(CLIENT_STATES),
  created_by: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  /** Calls of the last 30 days, today among them. */
  calls: z.int(),
})
export type ApiClient = z.infer<typeof ApiClient>

const fields = {
  name: required(40),
  scopes: z
    .array(Scope, 'wrong_type')
    .min(1, 'required')
    .max(SCOPES.length, 'out_of_range')
    .transform((given) => SCOPES.filter((scope) => given.includes(scope))),
  /** Where it may call from; anywhere where there is none. */
  networks: networks(CLIENTS.networks).default([]),
  /** Empty: no end. */
  expires_on: z.union([z.literal(''), ComingDate]).optional(),
  /** A public key (PEM): the client then signs for itself, and has no secret. */
  public_key: bounded(z.string().trim(), 2000).optional(),
}

/** The secret is told once. null: the client has a key. */
const Secret = z.object({ login: z.string(), secret: z.string().nullable() })

export const listClients = call({
  path: '/v1/clients/list',
  access: MAIN_ACCOUNT,
  body: body({ ...page }),
  data: pageOf(ApiClient),
  summary: 'Ours: the programs that may call in the name of the institution',
})

export const addClient = call({
  path: '/v1/clients/add',
  access: MAIN_ACCOUNT,
  body: body(fields),
  data: Secret.extend({ client_id: Id }),
  summary: 'Ours: let a program call; its secret is told once',
})

export const setClient = call({
  path: '/v1/clients/set',
  access: MAIN_ACCOUNT,
  body: body({ client_id: Id, ...fields }),
  data: Nothing,
  summary: 'Ours: change what a program may do',
})

export const rotateClient = call({
  path: '/v1/clients/rotate',
  access: MAIN_ACCOUNT,
  /** `at_once`: the secret before holds no more, as it may be in the wrong hands. */
  body: body({ client_id: Id, at_once: z.boolean('wrong_type').optional() }),
  data: Secret,
  summary:
    'Ours: give a program a new secret; the one before holds for a day unless it ends at once',
})

export const revokeClient = call({
  path: '/v1/clients/revoke',
  access: MAIN_ACCOUNT,
  body: body({ client_id: Id }),
  data: Nothing,
  summary: 'Ours: let a program call no more, at once and for good',
})

export const CLIENT_ACTIONS = {
  'client.list': ['查看接口客户端', 'Open the API clients of the institution'],
  'client.add': ['新增接口客户端', 'Add an API client'],
  'client.set': ['修改接口客户端', 'Change an API client'],
  'client.rotate': ['更换接口客户端密钥', 'Change the secret of an API client'],
  'client.revoke': ['吊销接口客户端', 'Revoke an API client'],
  'client.token': ['接口客户端获取令牌', 'An API client got a token'],
  'client.read': ['接口客户端读取FHIR资源', 'An API client read FHIR resources'],
  'client.export': ['接口客户端批量导出FHIR资源', 'An API client asked for a bulk export by FHIR'],
  'client.remove-export': ['接口客户端删除批量导出', 'An API client deleted a bulk export'],
  'client.refused': ['接口客户端被拒绝', 'An API client was refused'],
} as const
