import {
  CODE,
  login,
  loginRemembered,
  registerUser,
  sendChangeEmail,
  sendResetEmail,
  sendSignUpEmail,
  setMyEmail,
  submitReset,
  type Call,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAccount, makeAccount } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed, testApp } from '../../testing/test-app.ts'

let app: MailApp
beforeAll(async () => {
  app = await mailApp()
})
afterAll(() => app.close())
// Mails of an hour ago no longer count.
beforeEach(() => app.advance(3601))

const PASSWORD = 'chosen-pass1'
const WRONG = { status: 202, error_code: 1005 }
let made = 0
const newEmail = () => `asked${++made}@clinic.example.com`
const another = (code: string) => (code === '000000' ? '000001' : '000000')

/**
 * A browser, which keeps its cookies; with `cookies` false, a program that keeps none. Each has its
 * own address.
 */
function client({ cookies = true, ip = `203.0.113.${++made}` } = {}) {
  let jar = ''
  return {
    ip,
    async call<C extends Call>(call: C, body: InputOf<C>) {
      const headers = { 'x-forwarded-for': ip, ...(jar !== '' && { cookie: jar }) }
      const answered = await app.call(call, body, { headers })
      const [kept] = answered.headers.getSetCookie()
      if (cookies && kept !== undefined) jar = kept.split(';')[0] ?? ''
      return answered
    },
  }
}
type Client = ReturnType<typeof client>

async function ask(by: Client, email: string): Promise<string> {
  expect((await by.call(sendSignUpEmail, { email })).error_code).toBe(0)
  return app.secretTo(email)
}
const register = (by: Client, email: string, code: string) =>
  by.call(registerUser, {
    email,
    code,
    userName: `asked${++made}`,
    password1: PASSWORD,
    password2: PASSWORD,
  })

async function guess(by: Client, email: string, code: string, times = 6): Promise<void> {
  for (let n = 0; n < times; n++) {
    expect(await register(by, email, another(code))).toMatchObject(WRONG)
  }
}

describe('wrong codes', () => {
  test('from elsewhere, from the same house and from a browser that asked for another, burn nothing', async () => {
    const owner = client()
    const email = newEmail()
    const code = await ask(owner, email)
    const elsewhere = client()
    await ask(elsewhere, newEmail())
    for (const stranger of [client({ cookies: false }), elsewhere, client({ ip: owner.ip })]) {
      await guess(stranger, email, code)
    }
    expect((await register(owner, email, code)).error_code).toBe(0)
  })

  test('of the browser that asked are five, with its ticket or without it', async () => {
    const owner = client()
    const email = newEmail()
    const code = await ask(owner, email)
    await guess(owner, email, code, CODE.tries)
    expect(await register(owner, email, code)).toMatchObject(WRONG)
    const without = client({ cookies: false, ip: owner.ip })
    await guess(without, email, code, CODE.tries)
    expect(await register(without, email, code)).toMatchObject(WRONG)
  })

  test('are not made good by the right one from elsewhere', async () => {
    const email = newEmail()
    const code = await ask(client(), email)
    expect(await register(client(), email, code)).toMatchObject(WRONG)
    expect(await register(client({ cookies: false }), email, code)).toMatchObject(WRONG)
  })
})

describe('a request', () => {
  test('by a stranger replaces nothing: each code is good for whoever asked for it', async () => {
    const [owner, stranger] = [client(), client()]
    const email = newEmail()
    const first = await ask(owner, email)
    app.advance(61)
    const second = await ask(stranger, email)
    await guess(stranger, email, second)
    if (first !== second) expect(await register(owner, email, second)).toMatchObject(WRONG)
    expect((await register(owner, email, first)).error_code).toBe(0)
  })

  test('by the same browser replaces its own', async () => {
    const owner = client()
    const email = newEmail()
    const first = await ask(owner, email)
    app.advance(61)
    const second = await ask(owner, email)
    if (first !== second) expect(await register(owner, email, first)).toMatchObject(WRONG)
    expect((await register(owner, email, second)).error_code).toBe(0)
  })

  test('by a client without cookies is good from the address it came from', async () => {
    const program = client({ cookies: false })
    const email = newEmail()
    const code = await ask(program, email)
    await guess(client(), email, code)
    expect((await register(program, email, code)).error_code).toBe(0)
  })

  test('that led to a sign-up ends what others were sent for the same', async () => {
    const [owner, stranger] = [client(), client()]
    const email = newEmail()
    const first = await ask(owner, email)
    app.advance(61)
    const second = await ask(stranger, email)
    expect((await register(owner, email, first)).error_code).toBe(0)
    expect(await register(stranger, email, second)).toMatchObject(WRONG)
  })

  test('leaves a ticket that no script reads, no other site sends, and that ends with the code', async () => {
    const cookieOf = async (program: MailApp | Awaited<ReturnType<typeof testApp>>) => {
      const answered = await program.call(sendSignUpEmail, { email: newEmail() })
      return answered.headers.getSetCookie()
    }
    const [line = '', ...more] = await cookieOf(app)
    expect(more).toEqual([])
    expect(line).toMatch(
      /^code_ticket=[\w-]{43}; Max-Age=600; Path=\/v1; HttpOnly; SameSite=Strict$/,
    )
    const behindTls = await testApp({ publicUrl: 'https://eyes.clinic.example.com' })
    expect((await cookieOf(behindTls))[0]).toContain('; Secure')
    await behindTls.close()
  })

  test('tells by no answer and no cookie who has an account', async () => {
    const { email } = await addAccount(app, { role: '5' })
    const answersFor = async (whose: string) => {
      const by = client()
      const asked = await by.call(sendResetEmail, { email: whose, accountType: 1 })
      const body = { email: whose, code: '000000', newpwd: PASSWORD, accountType: 1 as const }
      const tried = await by.call(submitReset, body)
      return [asked, tried].map(({ status, error_code, msg, data, headers }) => [
        [status, error_code, msg, data],
        headers.getSetCookie().map((line) => line.replace(/=[\w-]{43};/, '=;')),
      ])
    }
    expect(await answersFor(email)).toEqual(await answersFor(newEmail()))
  })
})

describe('the owner of an account', () => {
  test('comes in by a reset while strangers guess his password, his code and ask for more', async () => {
    const { account, email, accountType } = await addAccount(app, { role: '4' })
    const [owner, stranger] = [client(), client()]
    const guessing = { account, password: 'wrong-one1', accountType }
    for (let n = 0; n < 7; n++) await stranger.call(login, guessing)
    expect((await owner.call(login, guessing)).error_code).toBe(1008)

    await owner.call(sendResetEmail, { email, accountType })
    const code = await app.secretTo(email)
    app.advance(61)
    await stranger.call(sendResetEmail, { email, accountType })
    const theirs = { email, code: another(code), newpwd: PASSWORD, accountType }
    for (let n = 0; n < 7; n++) {
      expect(await stranger.call(submitReset, theirs)).toMatchObject(WRONG)
      expect((await stranger.call(login, guessing)).error_code).toBe(1008)
    }
    expect((await owner.call(submitReset, { ...theirs, code })).error_code).toBe(0)
    const body = { account, password: PASSWORD, accountType }
    expect((await owner.call(login, body)).error_code).toBe(0)
  })

  test('comes in by a device that remembers him, and where he has signed in before', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '4' })
    const [device, stranger] = [client(), client()]
    const body = { account, password, accountType }
    expect((await device.call(login, { ...body, remember: true })).error_code).toBe(0)
    for (let n = 0; n < 7; n++) await stranger.call(login, { ...body, password: 'wrong-one1' })
    expect((await client().call(login, body)).error_code).toBe(1008)
    expect((await device.call(loginRemembered, { accountType })).error_code).toBe(0)
    expect((await client({ ip: device.ip }).call(login, body)).error_code).toBe(0)
  })

  test('is mailed a code where he has signed in before, though strangers take every minute', async () => {
    const { account, password, email, accountType } = await addAccount(app, { role: '4' })
    const owner = client()
    await owner.call(login, { account, password, accountType })
    const asked = { email, accountType }
    expect((await client().call(sendResetEmail, asked)).error_code).toBe(0)
    await app.mailTo(email)
    expect((await client().call(sendResetEmail, asked)).error_code).toBe(1008)
    expect((await owner.call(sendResetEmail, asked)).error_code).toBe(0)
    expect((await owner.call(sendResetEmail, asked)).error_code).toBe(1008)
    const code = await app.secretTo(email)
    const reset = { ...asked, code, newpwd: PASSWORD }
    expect((await owner.call(submitReset, reset)).error_code).toBe(0)
  })
})

describe('mails to strangers', () => {
  const { bySender, byPlace } = CODE.mailsAnHour
  const TOO_MANY = { status: 202, error_code: 1008 }

  test('are ten an hour by one browser, whatever their addresses', async () => {
    const by = client()
    for (let n = 0; n < bySender; n++) await ask(by, newEmail())
    const email = newEmail()
    const refused = await by.call(sendSignUpEmail, { email })
    expect(refused).toMatchObject(TOO_MANY)
    const { retry_after } = refused.data as unknown as { retry_after: number }
    expect(retry_after).toBeGreaterThan(3000)
    app.advance(3601)
    // Mails go out in the order of their requests: all before this one have arrived.
    await ask(by, newEmail())
    expect(app.unread().map(({ to }) => to)).not.toContain(email)
  })

  test('are ten an hour by one account', async () => {
    const by = await makeAccount(app, { role: '5' })
    const to = (email: string) => app.call(sendChangeEmail, { uid: by.uid, email }, by)
    for (let n = 0; n < bySender; n++) {
      const email = newEmail()
      expect((await to(email)).error_code).toBe(0)
      await app.mailTo(email)
    }
    expect(await to(newEmail())).toMatchObject(TOO_MANY)
  })

  test('are forty an hour from one address of the network, for whoever keeps no cookies too', async () => {
    const by = client({ cookies: false })
    for (let n = 0; n < byPlace; n++) await ask(by, newEmail())
    const owner = client()
    const email = newEmail()
    expect(await by.call(sendSignUpEmail, { email })).toMatchObject(TOO_MANY)
    const reset = { email, accountType: 1 as const }
    expect(await by.call(sendResetEmail, reset)).toMatchObject(TOO_MANY)
    // A refused request uses up nobody's minute.
    await ask(owner, email)
  })

  test('with the code of a new address are tried by the account that asked, wherever it is', async () => {
    const by = await makeAccount(app, { role: '5' })
    const email = newEmail()
    await succeed(app, sendChangeEmail, { uid: by.uid, email }, by)
    const code = await app.secretTo(email)
    const headers = { 'x-forwarded-for': '203.0.113.250' }
    await succeed(app, setMyEmail, { uid: by.uid, email, code }, { token: by.token, headers })
  })
})
