import { randomUUID } from 'node:crypto'
import { login, type Call, type DataOf, type InputOf } from '@mingmou/contract'

export interface Client {
  uid: string
  token: string
  /** The same session from another address of the network, as a proxy on this machine would say it. */
  from(address: string): Client
  call<C extends Call>(call: C, body: InputOf<C>): Promise<DataOf<C>>
}

/** Longer than any call takes on a busy machine. */
export const PATIENCE_MS = 60_000

/** A client of the program, logged in as a clinician or as an administrator of the platform. */
export async function signIn(
  url: string,
  { account, password }: { account: string; password: string },
  accountType: 1 | 2 = 2,
  address: string | null = null,
): Promise<Client> {
  const visitor = withSession(url, { uid: '', token: '' }, address)
  const session = await visitor.call(login, { account, password, accountType })
  return withSession(url, session, address)
}

/** A call that the server answered and refused. */
export class CallRefused extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

/** A client with a session that was opened before. */
export function withSession(
  url: string,
  { uid, token }: { uid: string; token: string },
  address: string | null = null,
): Client {
  async function call<C extends Call>(call: C, body: InputOf<C>): Promise<DataOf<C>> {
    const isGet = call.method === 'GET'
    const query = isGet ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : ''
    const response = await fetch(`${url}${call.path}${query}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(address !== null && { 'x-forwarded-for': address }),
      },
      ...(!isGet && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const envelope = (await response.json()) as { error_code: number; msg: string; data: DataOf<C> }
    if (envelope.error_code !== 0)
      throw new CallRefused(`${call.path}: ${envelope.msg}`, response.status)
    return envelope.data
  }
  return { uid, token, from: (other) => withSession(url, { uid, token }, other), call }
}

/** Fields of a drawn patient. */
export const patient = () => ({
  ad_card_number: `BENCH-${randomUUID().slice(0, 24)}`,
  name: '演示患者',
  gender: 1 as const,
  profession: '11' as const,
  birthday: '1960-01-01',
  phone: '13800138000',
  area_id: ['330000'],
  address: '演示路1号',
})
