import { login, type Call, type DataOf, type InputOf } from '@mingmou/contract'

export interface Client {
  uid: string
  call<C extends Call>(call: C, body: InputOf<C>): Promise<DataOf<C>>
}

/** A client of the program, logged in as a clinician. */
export async function signIn(
  url: string,
  { account, password }: { account: string; password: string },
): Promise<Client> {
  let token = ''
  const ask = async <C extends Call>(call: C, body: InputOf<C>): Promise<DataOf<C>> => {
    const isGet = call.method === 'GET'
    const query = isGet ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : ''
    const response = await fetch(`${url}${call.path}${query}`, {
      method: call.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(!isGet && { body: JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as { error_code: number; msg: string; data: DataOf<C> }
    if (envelope.error_code !== 0) throw new Error(`${call.path}: ${envelope.msg}`)
    return envelope.data
  }
  const session = await ask(login, { account, password, accountType: 2 })
  token = session.token
  return { uid: session.uid, call: ask }
}
