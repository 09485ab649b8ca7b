import { addClient, type InputOf, type Scope } from '@mingmou/contract'
import type { SignedIn } from './factories.ts'
import { succeed, type TestApp } from './test-app.ts'

export interface MadeClient {
  client_id: string
  login: string
  secret: string
  token: string
}

/** Asks for a token as a program does. */
export async function askToken(
  app: TestApp,
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const answered = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
  })
  const body = (await answered.json()) as Record<string, unknown>
  return { status: answered.status, headers: answered.headers, body }
}

export const basic = (login: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
})

export async function tokenOf(app: TestApp, login: string, secret: string): Promise<string> {
  const form = { grant_type: 'client_credentials' }
  const { body } = await askToken(app, form, basic(login, secret))
  if (typeof body['access_token'] !== 'string') throw new Error(JSON.stringify(body))
  return body['access_token']
}

/** A client of an institution that has its token. */
export async function makeClient(
  app: TestApp,
  main: SignedIn,
  scopes: Scope[],
  traits: Partial<InputOf<typeof addClient>> = {},
): Promise<MadeClient> {
  const given = { name: '医院信息系统', scopes, ...traits }
  const { client_id, login, secret } = await succeed(app, addClient, given, { token: main.token })
  if (secret === null) throw new Error('a client with a key has no secret')
  return { client_id, login, secret, token: await tokenOf(app, login, secret) }
}

export interface ApiAnswer {
  status: number
  headers: Headers
  /** Read as JSON where it is JSON, else null. */
  body: Record<string, unknown>
  text: string
}

/** Calls an address as a client. */
export async function asClient(
  app: TestApp,
  { token }: { token: string },
  path: string,
  {
    method = 'GET',
    body,
    headers = {},
  }: {
    method?: string
    body?: unknown
    headers?: Record<string, string>
  } = {},
): Promise<ApiAnswer> {
  const answered = await fetch(new URL(path, app.url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answered.text()
  const isJson = /[/+]json/.test(answered.headers.get('content-type') ?? '')
  return {
    status: answered.status,
    headers: answered.headers,
    text,
    body: isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}
