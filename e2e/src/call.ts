import {
  Envelope,
  getStsToken,
  login,
  type Call,
  type DataOf,
  type InputOf,
  type Modality,
  type Role,
} from '@mingmou/contract'
import { expect } from 'vitest'
import { program } from './journey.ts'

/** One call beside the browser, for what another desk does. It has to succeed. */
export async function callAs<C extends Call>(
  token: string | null,
  call: C,
  body: InputOf<C>,
): Promise<DataOf<C>> {
  const isGet = call.method === 'GET'
  const query = isGet ? `?${new URLSearchParams(body as Record<string, string>).toString()}` : ''
  const response = await fetch(`${program.url}${call.path}${query}`, {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(!isGet && { body: JSON.stringify(body) }),
  })
  const answer = Envelope.parse(await response.json())
  expect(answer).toMatchObject({ error_code: 0 })
  return call.data.parse(answer.data) as DataOf<C>
}

/** A session of a demo account beside those of the browser: it ends the account's others. */
export async function sessionOf(role: Role): Promise<{ token: string; uid: string }> {
  const accountType = role === '3' || role === '4' ? 2 : 1
  const { account, password } = program.account(role)
  const entered = await callAs(null, login, { account, password, accountType })
  if (!('token' in entered)) throw new Error('a second factor is asked for')
  return { token: entered.token, uid: entered.uid }
}

/** Puts a picture into the store, as a page does. Its key. */
export async function storeFile(
  token: string,
  file_type: Modality,
  file_name: string,
  bytes: Buffer,
): Promise<string> {
  const { sts_config } = await callAs(token, getStsToken, { file_type, file_name })
  const form = new FormData()
  for (const [field, value] of Object.entries(sts_config.fields)) form.set(field, value)
  const key = `${sts_config.key_prefix}${file_name}`
  form.set('key', key)
  form.set('file', new Blob([new Uint8Array(bytes)]), file_name)
  const sent = await fetch(new URL(sts_config.url, program.url), { method: 'POST', body: form })
  expect(sent.ok).toBe(true)
  return key
}
