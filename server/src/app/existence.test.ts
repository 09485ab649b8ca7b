import { generateKeyPairSync } from 'node:crypto'
import { createHook } from 'node:async_hooks'
import {
  addClient,
  closeLetterPages,
  getStepRules,
  login,
  openLetter,
  registerUser,
  sendResetEmail,
  sendSignUpEmail,
  setStepRules,
  stepLetter,
  submitReset,
  type Call,
  type InputOf,
} from '@mingmou/contract'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginOf } from '../features/clients/login-name.ts'
import { makePatient } from '../testing/clinical-factories.ts'
import { makeClient } from '../testing/client-factory.ts'
import { addAccount, makeAccount, type KnownAccount } from '../testing/factories.ts'
import { mailApp } from '../testing/mailbox.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import { beginRecall, listed, REFER, sign, sit } from '../testing/recall-factory.ts'
import { isOfRequest, noteQueries } from '../testing/request-queries.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

/**
 * What is there and what is not cost the same work: the same queries in the same order, the same hashes and signatures.
 * Work is counted, since a time that is measured differs by itself.
 */

let app: TestApp
let queries: string[] = []
let ended: () => void
/** What runs in other threads. Argon2 has no name of its own there. */
let works: string[] = []
const THREADS = /^(undefined|HASHREQUEST|SIGNREQUEST|VERIFYREQUEST)$/
const threads = createHook({
  init: (_, type) => void (isOfRequest() && THREADS.test(type) && works.push(type)),
})
beforeAll(async () => {
  app = await testApp()
  ended = noteQueries((text) => queries.push(text))
  threads.enable()
})
afterAll(async () => {
  threads.disable()
  ended()
  await app.close()
})

type Ask = () => Promise<unknown>

/** What an answer says, and the work behind it, where nobody was counted before. */
async function workOf(ask: Ask, { context } = app) {
  const runs: { said: unknown; queries: string[]; works: string[] }[] = []
  for (let n = 0; n < 3; n++) {
    await sql`delete from throttles`.execute(context.db)
    ;[queries, works] = [[], []]
    const said = await ask()
    runs.push({ said, queries: [...queries], works: works.toSorted() })
  }
  // Of a connection that is opened, another run is free.
  const size = (run: (typeof runs)[number]) => run.queries.length + run.works.length
  return runs.toSorted((a, b) => size(a) - size(b))[0]
}

/** Both say the same after the same work, of which there is some. */
async function expectAlike(there: Ask, missing: Ask, hashes: number, at = app) {
  const [one, other] = [await workOf(there, at), await workOf(missing, at)]
  expect(one).toEqual(other)
  expect(one?.queries.length).toBeGreaterThan(0)
  expect(one?.works.filter((type) => type === 'undefined')).toHaveLength(hashes)
}

const asking =
  <C extends Call>(call: C, body: InputOf<C>, cookie = '', at = app): Ask =>
  async () => {
    const { status, error_code, msg, data } = await at.call(call, body, { headers: { cookie } })
    return { status, error_code, msg, data }
  }
const NOBODY = 'nobody@clinic.example.com'
/** Mails that are not made yet. */
const waiting = async ({ context }: TestApp) => {
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from jobs
    where ended_at is null`.execute(context.db)
  return rows[0]?.left
}

describe('an account that is not there costs the work of one that is', () => {
  const trying = ({ account, accountType }: Pick<KnownAccount, 'account' | 'accountType'>) =>
    asking(login, { account, password: 'wrong-one1', accountType })

  test.each([
    ['a user', { role: '5' }],
    ['a member', { role: '3' }],
    ['a banned member', { role: '4', status: 2 }],
  ] as const)('at the sign-in of %s, by name and by mail', async (_, traits) => {
    const { account, email, accountType } = await addAccount(app, traits)
    const other = accountType === 1 ? 2 : 1
    for (const [known, nobody] of [
      [account, 'nobody99'],
      [email, NOBODY],
    ] as const)
      for (const type of [accountType, other] as const)
        await expectAlike(
          trying({ account: known, accountType: type }),
          trying({ account: nobody, accountType: type }),
          1,
        )
  })

  test.each(['3', '5'] as const)(
    'where role %s asks for a reset, and guesses the code',
    async (role) => {
      const { email } = await addAccount(app, { role })
      for (const accountType of [1, 2] as const) {
        const ask = (who: string) => asking(sendResetEmail, { email: who, accountType })
        await expectAlike(ask(email), ask(NOBODY), 0)
        const guess = (who: string) =>
          asking(submitReset, { email: who, accountType, code: '000000', newpwd: 'chosen-pass1' })
        await expectAlike(guess(email), guess(NOBODY), 1)
      }
    },
  )

  test('where a code was mailed to it, and to nobody', async () => {
    const mailing = await mailApp()
    const { email, accountType } = await addAccount(mailing, { role: '3' })
    const guess = async (who: string) => {
      const { headers } = await mailing.call(sendResetEmail, { email: who, accountType })
      const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const body = { email: who, accountType, code: '000000', newpwd: 'chosen-pass1' }
      return asking(submitReset, body, cookie, mailing)
    }
    const [there, missing] = [await guess(email), await guess(NOBODY)]
    await expect.poll(() => waiting(mailing)).toBe(0)
    expect((await mailing.mailTo(email)).lines.length).toBeGreaterThan(0)
    await expectAlike(there, missing, 1, mailing)
    await mailing.close()
  })

  test('where somebody signs up by its address or its name', async () => {
    const { email, account } = await addAccount(app, { role: '5' })
    const ask = (who: string) => asking(sendSignUpEmail, { email: who })
    await expectAlike(ask(email), ask(NOBODY), 0)
    const pass = { password1: 'chosen-pass1', password2: 'chosen-pass1' }
    const register = (who: string, userName: string) =>
      asking(registerUser, { email: who, code: '000000', userName, ...pass })
    await expectAlike(register(email, 'free99'), register(NOBODY, 'free99'), 1)
    await expectAlike(register(NOBODY, account), register(NOBODY, 'free99'), 1)
  })
})

test('a program that is not there costs the work of one with another secret or signature', async () => {
  const main = await makeAccount(app, { role: '3' })
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const given = { name: 'HIS', scopes: ['people:read' as const], public_key }
  const signing = (await succeed(app, addClient, given, main)).login
  const secret = (await makeClient(app, main, ['people:read'])).login
  const id = crypto.randomUUID()
  const nobodies = [main.oid ?? '', crypto.randomUUID()].map((oid) =>
    loginOf({ oid, client_id: id }),
  )
  const token = (form: Record<string, string>) => async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...form })
    const answered = await fetch(`${app.url}/oauth/token`, { method: 'POST', body })
    return { status: answered.status, said: await answered.text() }
  }
  const bySecret = (client_id: string) => token({ client_id, client_secret: 'x'.repeat(43) })
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const signedBy = async (login: string, alg: 'ES256' | 'RS256') => {
    const said = new SignJWT({ jti: 'x', iss: login, sub: login }).setProtectedHeader({ alg })
    const client_assertion = await said.setExpirationTime('1m').sign(alg === 'ES256' ? other : rsa)
    return token({ client_assertion, client_assertion_type: type })
  }
  for (const nobody of nobodies) {
    for (const known of [secret, signing]) await expectAlike(bySecret(known), bySecret(nobody), 0)
    for (const alg of ['ES256', 'RS256'] as const)
      for (const known of [secret, signing])
        await expectAlike(await signedBy(known, alg), await signedBy(nobody, alg), 0)
  }
  await signedBy(signing, 'ES256').then(workOf)
  expect(works.length).toBeGreaterThan(0)
})

test('a code that no letter has costs the work of one that was closed or is over', async () => {
  const by = await makeAccount(app, { role: '3' })
  await beginRecall(app, by)
  const { rules } = await succeed(app, getStepRules, {}, by)
  if (!rules) throw new Error('no rules')
  await succeed(app, setStepRules, { rules: { ...rules, page_days: 30 } }, by)
  const pid = await makePatient(app, by)
  await sign(app, by, await sit(app, by, pid), REFER)
  const [step] = await listed(app, by, { of: 'referral', pid })
  const step_id = step?.step_id ?? ''
  const printed = async () => {
    const answered = await fetch(new URL(stepLetter.path, app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
      body: JSON.stringify({ step_id, to: 'patient', lang: 'zh-CN' }),
    })
    const text = pdfPages(Buffer.from(await answered.arrayBuffer()))
      .join('')
      .replaceAll(/\s/g, '')
    return /查看码([0-9A-Z-]{19})/.exec(text)?.[1] ?? ''
  }
  const code = await printed()
  const open = (which: string) =>
    asking(openLetter, { code: which, birthday: '1960-05-17', number: '1234' })
  const unknown = open('2345-6789-BCDF-GHJK')
  await succeed(app, closeLetterPages, { step_id }, by)
  await expectAlike(open(code), unknown, 0)
  const later = await printed()
  app.advance(32 * 86_400)
  await expectAlike(open(later), unknown, 0)
})
