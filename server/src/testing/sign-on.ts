import {
  beginSsoLink,
  beginSsoLogin,
  finishSsoLink,
  finishSsoLogin,
  setSsoProvider,
  ssoProvider,
  type InputOf,
} from '@mingmou/contract'
import type { SignedIn } from './factories.ts'
import { CLIENT, type IdentityProvider } from './identity-provider.ts'
import { succeed, type Answered, type TestApp } from './test-app.ts'

/** The cookie that a browser keeps of an answer. */
export const cookieOf = ({ headers }: Answered<unknown>) => ({
  cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '',
})

/** What the page takes of the address that a browser came back by. */
export const answerOf = ({ state, code, iss, error }: Record<string, string>) => ({
  state,
  code,
  iss,
  error,
})

interface Back {
  answer: Record<string, string>
  headers: { cookie: string }
}

/** What browsers do with the program and a provider, each in a browser of its own. */
export function signOn(app: TestApp, idp: IdentityProvider) {
  const settings = (by: SignedIn, change: object = {}): InputOf<typeof setSsoProvider> => ({
    name: '演示门户',
    issuer: idp.issuer,
    ...CLIENT,
    enabled: true,
    required: false,
    fresh: true,
    password: by.password,
    ...change,
  })
  /** Goes to the provider as this person, and comes back. */
  const leave = async (sub: string, sign_in_code: string): Promise<Back> => {
    const begun = await app.call(beginSsoLogin, { sign_in_code })
    if (begun.status !== 200) throw new Error(begun.msg)
    idp.person = { sub }
    return { answer: await idp.visit(begun.data.url), headers: cookieOf(begun) }
  }
  const come = ({ answer, headers }: Back) =>
    app.call(finishSsoLogin, answerOf(answer), { headers })
  return {
    settings,
    leave,
    come,
    signIn: async (sub: string, code: string) => come(await leave(sub, code)),
    /** The institution of a manager gets the provider. Returns its sign-in code. */
    async provide(by: SignedIn, change: object = {}): Promise<string> {
      await succeed(app, setSsoProvider, settings(by, change), by)
      const { provider } = await succeed(app, ssoProvider, {}, by)
      return provider?.sign_in_code ?? ''
    },
    /** Links the account as its owner does. */
    async link(account: SignedIn, sub: string, code?: string) {
      const given = { password: account.password, ...(code !== undefined && { code }) }
      const begun = await app.call(beginSsoLink, given, account)
      if (begun.status !== 200) throw new Error(begun.msg)
      idp.person = { sub }
      const answer = answerOf(await idp.visit(begun.data.url))
      return app.call(finishSsoLink, answer, { token: account.token, headers: cookieOf(begun) })
    },
  }
}
