import {
  commitFeedback,
  CODE,
  FEEDBACK,
  getQuestionnaire,
  getStatistics,
  listPatients,
  login,
  PLACE_TRIES,
  QUESTIONNAIRE,
  sendSignUpEmail,
  type Call,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, askToken, basic } from '../testing/client-factory.ts'
import { addAccount, makeAccount, signIn } from '../testing/factories.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

/** What is counted by an address counts a whole network of IPv6: one machine has as many addresses as it likes. */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let [networks, addresses] = [0, 0]
const newNetwork = () => `2001:db8:0:${(++networks).toString(16)}`
/** Each time another address of the network. */
const from = (network: string) => ({
  headers: { 'x-forwarded-for': `${network}:${(++addresses).toString(16)}:5::${addresses % 7}` },
})
const answersOf = async (count: number, ask: () => Promise<number>) => {
  const answers: number[] = []
  for (let n = 0; n < count; n++) answers.push(await ask())
  return answers
}

const guess = () => ({ account: `nobody${++addresses}`, password: 'Summer2026!', accountType: 2 })
const email = () => ({ email: `nobody${++addresses}@clinic.example.com` })
const feedback = { type_class: ['6', '9'], content: '演示反馈' }

describe('many addresses of one network', () => {
  test.each<[string, Call, () => object, number]>([
    ['wrong passwords', login, guess, PLACE_TRIES.count],
    ['mails', sendSignUpEmail, email, CODE.mailsAnHour.byPlace],
    ['feedback', commitFeedback, () => feedback, FEEDBACK.sent.bySender.count],
  ])('are counted as one for %s, and no other network is refused', async (_, call, body, most) => {
    const [one, other] = [newNetwork(), newNetwork()]
    const ask = async (network: string) => (await app.call(call, body(), from(network))).error_code
    const answers = await answersOf(most, () => ask(one))
    expect(answers).not.toContain(1008)
    expect(await ask(one)).toBe(1008)
    expect(await ask(other)).toBe(answers[0])
  })

  test('are one place where somebody has signed in, whom strangers elsewhere do not shut out', async () => {
    const home = newNetwork()
    const owner = await addAccount(app, { role: '3' })
    const { account, password, accountType } = owner
    const asOwner = { account, password, accountType }
    expect((await app.call(login, asOwner, from(home))).error_code).toBe(0)
    for (let n = 0; n < 6; n++)
      await app.call(login, { ...asOwner, password: 'Wrong-0000' }, from(newNetwork()))
    expect((await app.call(login, asOwner, from(newNetwork()))).error_code).toBe(1008)
    expect((await app.call(login, asOwner, from(home))).error_code).toBe(0)
    // And five tries there shut it, whichever of its addresses they come from.
    for (let n = 0; n < 6; n++)
      await app.call(login, { ...asOwner, password: 'Wrong-0000' }, from(home))
    expect((await app.call(login, asOwner, from(home))).error_code).toBe(1008)
  })

  test('are counted as one for wrong secrets of a client', async () => {
    const { login: name, secret } = await makeClient(app, await makeAccount(app, { role: '3' }), [
      'people:read',
    ])
    const network = newNetwork()
    const ask = async (given: string) =>
      (
        await askToken(
          app,
          { grant_type: 'client_credentials' },
          { ...basic(name, given), ...from(network).headers },
        )
      ).status
    const wrong = await answersOf(31, () => ask('A'.repeat(43)))
    expect(wrong.at(-2)).toBe(401)
    expect(wrong.at(-1)).toBe(429)
    expect(await ask(secret)).toBe(200)
  })

  test('are counted as one for calls of a minute and of a second, and for live connections', async () => {
    const few = await testApp({ callsPerMinute: 20, liveHandshakes: 3 })
    const by = await signIn(few, await addAccount(few, { role: '4' }))
    const [one, other] = [newNetwork(), newNetwork()]
    const calls = await answersOf(300, async () => {
      return (await few.call(getStatistics, {}, from(one))).status
    })
    expect(calls.filter((status) => status === 200)).toHaveLength(20)
    expect((await few.call(getStatistics, {}, from(other))).status).toBe(200)
    // Whoever is signed in there is counted by himself.
    const own = await few.call(listPatients, {}, { token: by.token, ...from(one) })
    expect(own.status).toBe(200)
    const second = await Promise.all(
      Array.from({ length: 10 * QUESTIONNAIRE.perSecond }, async () => {
        return (await few.call(getQuestionnaire, {}, from(one))).status
      }),
    )
    expect(new Set(second)).toEqual(new Set([200, 429]))
    const live = await answersOf(4, async () => {
      return (await fetch(`${few.url}/live/?EIO=4&transport=polling`, from(one))).status
    })
    expect(live).toEqual([200, 200, 200, 429])
    expect((await fetch(`${few.url}/live/?EIO=4&transport=polling`, from(other))).status).toBe(200)
    await few.close()
  })
})

describe('an address that a caller claims', () => {
  const claims = (few: TestApp) =>
    answersOf(20, async () => {
      const claimed = `198.51.100.${++addresses % 250}`
      const headers = { 'x-forwarded-for': `${claimed}, 203.0.113.9` }
      return (await few.call(getStatistics, {}, { headers })).status
    })

  test('before the proxy counts for nothing', async () => {
    const few = await testApp({ callsPerMinute: 5 })
    expect((await claims(few)).filter((status) => status === 200)).toHaveLength(5)
    await few.close()
  })

  test('without a proxy counts for nothing', async () => {
    const few = await testApp({ callsPerMinute: 5, trustProxy: [] })
    const answers = await answersOf(20, async () => {
      const headers = { 'x-forwarded-for': `198.51.100.${++addresses % 250}` }
      return (await few.call(getStatistics, {}, { headers })).status
    })
    expect(answers.filter((status) => status === 200)).toHaveLength(5)
    await few.close()
  })
})
