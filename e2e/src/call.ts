import { Envelope, login, type Call, type DataOf, type InputOf, type Role } from '@mingmou/contract'
import { expect } from 'vitest'
import { program } from './journey.ts'

/** One call beside the browser, for what another desk does. It has to succeed. */
export async function callAs<C extends Call>(
  token: string | null,
  call: C,
  body: InputOf<C>,
): Promise<DataOf<C>> {
  const response = await fetch(`${program.url}${call.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
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
