import { listPatients, login, loginRemembered, type Session } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, makeAccount, makeInstitution } from '../../testing/factories.ts'
import { testApp, type Answered, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const tries = (count: number, body: object): Promise<Answered<Session>[]> =>
  Promise.all(Array.from({ length: count }, () => app.call(login, body)))

describe('a login', () => {
  test('finds the account by user name or e-mail, whatever their case', async () => {
    const known = await addAccount(app, { role: '3' })
    const { password, accountType } = known
    for (const account of [known.account, known.email, known.email.toUpperCase()]) {
      const answered = await app.call(login, { account, password, accountType })
      expect(answered).toMatchObject({ status: 200, error_code: 0, msg: '操作成功' })
      expect(answered.data).toMatchObject({
        uid: known.uid,
        role: '3',
        effect: 900,
        ref_effect: 600,
        first_login: 'not_first_login',
        user_name: '演示用户',
      })
    }
  })

  test.each(['1', '2', '5', '3', '4'] as const)(
    'finds role %s by either login type, where the name has one account alone',
    async (role) => {
      const { uid, account, password } = await addAccount(app, { role })
      for (const accountType of [1, 2] as const) {
        const { data } = await app.call(login, { account, password, accountType })
        expect(data.uid).toBe(uid)
      }
    },
  )

  test('finds the account of the chosen type where a name has two', async () => {
    const user = await addAccount(app, { role: '5' })
    const member = await addAccount(app, { role: '4' })
    await app.context.db
      .updateTable('accounts')
      .set({ username: user.account })
      .where('uid', '=', member.uid)
      .execute()
    for (const [accountType, { uid, password }] of [
      [1, user],
      [2, member],
    ] as const) {
      const { data } = await app.call(login, { account: user.account, password, accountType })
      expect(data.uid).toBe(uid)
    }
  })

  test('says of a first login that the password must be changed', async () => {
    const { account, password } = await addAccount(app, { role: '4', first_login: true })
    const { data } = await app.call(login, { account, password, accountType: 2 })
    expect(data.first_login).toBe('is_first_login')
  })

  test('answers a wrong password and a name nobody has in the same words', async () => {
    const { account } = await addAccount(app, { role: '3' })
    const wrong = await app.call(login, { account, password: 'wrong-one1', accountType: 2 })
    const nobody = await app.call(login, {
      account: 'nobody',
      password: 'wrong-one1',
      accountType: 2,
    })
    const refusal = { status: 202, error_code: 1004, msg: '账号或密码错误', data: {} }
    expect([wrong, nobody]).toEqual([
      { ...refusal, headers: expect.anything() as unknown },
      { ...refusal, headers: expect.anything() as unknown },
    ])
  })

  test('is told of a ban only with the right password', async () => {
    const banned = await makeInstitution(app, { status: 2 })
    const pending = await makeInstitution(app, { review_status: 0 })
    const refused = await makeInstitution(app, { review_status: 2 })
    for (const [traits, error_code, msg] of [
      [{ role: '4', status: 2 }, 1007, '账号已被禁用'],
      [{ role: '3', oid: banned.oid }, 1007, '所属机构已被禁用'],
      [{ role: '3', oid: pending.oid }, 1007, '机构入驻申请审核中'],
      [{ role: '3', oid: refused.oid }, 1012, '机构入驻申请未通过审核'],
    ] as const) {
      const { account, password, accountType } = await addAccount(app, traits)
      const wrong = await app.call(login, { account, password: 'wrong-one1', accountType })
      expect(wrong.error_code).toBe(1004)
      const right = await app.call(login, { account, password, accountType })
      expect(right).toMatchObject({ status: 202, error_code, msg })
    }
  })
})

describe('wrong passwords', () => {
  test.each(['somebody', 'nobody'])('for %s are counted, side by side too', async (who) => {
    const known = await addAccount(app, { role: '3' })
    const account = who === 'nobody' ? 'nobody77' : known.account
    const answers = await tries(9, { account, password: 'wrong-one1', accountType: 2 })
    const codes = answers.map((answered) => answered.error_code).sort()
    expect(codes).toEqual([...Array<number>(5).fill(1004), ...Array<number>(4).fill(1008)])
    const last = answers.find((answered) => answered.error_code === 1008)
    expect(last?.status).toBe(202)
    const retry_after = (last?.data as { retry_after: number } | undefined)?.retry_after
    expect(retry_after).toBeGreaterThan(890)
    expect(last?.msg).toBe('尝试次数过多，请在15分钟后再试')
  })

  test.each(['somebody', 'nobody'])(
    'for %s are warned before the last try, whichever login type is named',
    async (who) => {
      const known = await addAccount(app, { role: '3' })
      const account = who === 'nobody' ? 'nobody88' : known.account
      const said: unknown[] = []
      for (const accountType of [1, 2, 1, 2, 1, 2] as const) {
        said.push((await app.call(login, { account, password: 'wrong-one1', accountType })).msg)
      }
      expect(said).toEqual([
        ...Array<string>(3).fill('账号或密码错误'),
        '账号或密码错误。再输错一次，该账号将锁定15分钟',
        '账号或密码错误',
        '尝试次数过多，请在15分钟后再试',
      ])
    },
  )

  test('count for user name and e-mail together, and shut out the right password too', async () => {
    const { account, email, password, accountType } = await addAccount(app, { role: '3' })
    await tries(3, { account, password: 'wrong-one1', accountType })
    await tries(2, { account: email, password: 'wrong-one1', accountType })
    expect(await app.call(login, { account, password, accountType })).toMatchObject({
      error_code: 1008,
    })
  })

  test('are forgotten after 15 minutes, and after a right one', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '3' })
    const wrong = { account, password: 'wrong-one1', accountType }
    await tries(4, wrong)
    expect((await app.call(login, { account, password, accountType })).error_code).toBe(0)
    await tries(5, wrong)
    expect((await app.call(login, wrong)).error_code).toBe(1008)
    app.advance(901)
    expect((await app.call(login, { account, password, accountType })).error_code).toBe(0)
  })
})

describe('whose account strangers try', () => {
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const office = from('198.51.100.4')
  const elsewhere = from('203.0.113.9')

  test('still comes in where he has signed in before, however long they go on', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '3' })
    const right = { account, password, accountType }
    const wrong = { account, password: 'wrong-one1', accountType }
    expect((await app.call(login, right, office)).error_code).toBe(0)
    for (let hours = 0; hours < 3; hours++) {
      for (let n = 0; n < 7; n++) await app.call(login, wrong, elsewhere)
      expect((await app.call(login, right, elsewhere)).error_code).toBe(1008)
      expect((await app.call(login, right, office)).error_code).toBe(0)
      app.advance(901)
    }
  })

  test('gives them no further tries by signing in himself', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '3' })
    const right = { account, password, accountType }
    const wrong = { account, password: 'wrong-one1', accountType }
    await app.call(login, right, office)
    for (let n = 0; n < 5; n++) await app.call(login, wrong, elsewhere)
    await app.call(login, right, office)
    expect((await app.call(login, wrong, elsewhere)).error_code).toBe(1008)
  })

  test('has five tries where he has signed in before, too', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '3' })
    const wrong = { account, password: 'wrong-one1', accountType }
    await app.call(login, { account, password, accountType }, office)
    for (let n = 0; n < 5; n++) {
      expect((await app.call(login, wrong, office)).error_code).toBe(1004)
    }
    expect((await app.call(login, wrong, office)).error_code).toBe(1008)
  })
})

describe('whose colleague tries at the same address', () => {
  const office = { 'x-forwarded-for': '198.51.100.7' }
  const at = (cookie: string) => ({ headers: { ...office, cookie } })
  const cookieOf = ({ headers }: { headers: Headers }) =>
    (headers.getSetCookie().find((line) => line.startsWith('known_device')) ?? '').split(';')[0] ??
    ''

  test('still comes in by the browser where he has signed in, and has five tries there', async () => {
    const owner = await addAccount(app, { role: '3' })
    const { account, password, accountType } = owner
    const right = { account, password, accountType }
    const wrong = { account, password: 'wrong-one1', accountType }
    const own = cookieOf(await app.call(login, right, { headers: office }))
    const colleague = await addAccount(app, { role: '4' })
    const theirs = cookieOf(
      await app.call(login, { ...right, account: colleague.account }, { headers: office }),
    )
    for (const cookie of [theirs, '']) {
      for (let n = 0; n < 6; n++) await app.call(login, wrong, at(cookie))
      expect((await app.call(login, right, at(cookie))).error_code).toBe(1008)
    }
    const forged = `${own.split('.')[0] ?? ''}.${theirs.split('.')[1] ?? ''}`
    expect((await app.call(login, right, at(forged))).error_code).toBe(1008)
    expect((await app.call(login, right, at(own))).error_code).toBe(0)
    for (let n = 0; n < 5; n++)
      expect((await app.call(login, wrong, at(own))).error_code).toBe(1004)
    expect((await app.call(login, right, at(own))).error_code).toBe(1008)
    app.advance(901)
    // Two people who share a computer are both known there.
    const both = cookieOf(await app.call(login, { ...right, account: colleague.account }, at(own)))
    for (let n = 0; n < 6; n++) await app.call(login, wrong, at(''))
    expect((await app.call(login, right, at(both))).error_code).toBe(0)
    app.advance(31 * 86_400)
    for (let n = 0; n < 6; n++) await app.call(login, wrong, at(''))
    expect((await app.call(login, right, at(both))).error_code).toBe(1008)
  })

  test('whatever the cookie holds, it is no way in', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '3' })
    const made = await app.call(login, { account, password, accountType }, { headers: office })
    const line =
      made.headers.getSetCookie().find((cookie) => cookie.startsWith('known_device')) ?? ''
    expect(line).toMatch(/; Path=\/v1\/user; HttpOnly; SameSite=Strict$/)
    for (const cookie of ['known_device=x', 'known_device=.', `${cookieOf(made)}x`, cookieOf(made)])
      expect(
        (await app.call(login, { account, password: 'wrong-one1', accountType }, at(cookie)))
          .error_code,
      ).toBe(1004)
  })
})

describe('a login that was refused', () => {
  const entriesOf = (uid: string) =>
    app.context.db
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'uid', 'ip', 'detail'])
      .where('target_id', '=', uid)
      .orderBy('id')
      .execute()

  test('is on record with the account it was for; one that was shut, once', async () => {
    const { uid, account, accountType } = await addAccount(app, { role: '3' })
    await tries(12, { account, password: 'wrong-one1', accountType })
    const entries = await entriesOf(uid)
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'session.locked',
      ...Array<string>(5).fill('session.login'),
    ])
    expect(entries[0]).toMatchObject({ outcome: 'refused', uid: null, ip: '127.0.0.1' })
  })

  test('for a ban is on record with its reason', async () => {
    const { uid, account, password, accountType } = await addAccount(app, { role: '4', status: 2 })
    await app.call(login, { account, password, accountType })
    expect(await entriesOf(uid)).toMatchObject([
      { action: 'session.login', outcome: 'refused', detail: { reason: 'account_banned' } },
    ])
  })

  test('with a device that is remembered no more is on record', async () => {
    await app.call(loginRemembered, { accountType: 2 }, { headers: { cookie: 'remembered_2=x' } })
    const last = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'target_id', 'detail'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(last).toMatchObject({ action: 'session.login', outcome: 'refused', target_id: null })
  })
})

describe('one live session', () => {
  test('is left of many logins at the same moment', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '3' })
    const answers = await tries(5, { account, password, accountType })
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const statuses = await Promise.all(
      answers.map(async ({ data }) => (await app.call(listPatients, {}, data)).status),
    )
    expect(statuses.sort()).toEqual([200, 405, 405, 405, 405])
  })

  test('of an account ends at once when account or institution is banned or deleted', async () => {
    const { db } = app.context
    for (const change of ['ban', 'delete', 'ban institution', 'delete institution'] as const) {
      const account = await makeAccount(app, { role: '4' })
      expect((await app.call(listPatients, {}, account)).status).toBe(200)
      const banned = change.startsWith('ban')
      const deleted = { deleted_at: new Date() }
      if (change.endsWith('institution')) {
        const values = banned ? { status: 2 as const } : deleted
        await db.updateTable('institutions').set(values).where('oid', '=', account.oid).execute()
      } else {
        const values = banned ? { banned } : deleted
        await db.updateTable('accounts').set(values).where('uid', '=', account.uid).execute()
      }
      const answered = await app.call(listPatients, {}, account)
      expect([change, answered.status, answered.error_code]).toEqual([change, 403, 403])
    }
  })
})

describe('one password tried for many accounts from one address', () => {
  const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
  const there = from('203.0.113.77')
  const guess = (n: number) => ({ account: `staff${n}`, password: 'Summer2026!', accountType: 2 })

  test('is stopped for all accounts, but for those who have signed in there', async () => {
    const colleague = await addAccount(app, { role: '3' })
    const newcomer = await addAccount(app, { role: '3' })
    const asOf = ({ account, password, accountType }: typeof colleague) => ({
      account,
      password,
      accountType,
    })
    expect((await app.call(login, asOf(colleague), there)).error_code).toBe(0)
    for (let n = 0; n < 50; n++) {
      expect((await app.call(login, guess(n), there)).error_code).toBe(1004)
    }
    const stopped = await app.call(login, guess(51), there)
    expect(stopped).toMatchObject({ status: 202, error_code: 1008 })
    expect(stopped.msg).toMatch(/^尝试次数过多，请在1\d分钟后再试$/)
    expect((await app.call(login, asOf(newcomer), there)).error_code).toBe(1008)
    expect((await app.call(login, asOf(colleague), there)).error_code).toBe(0)
    expect((await app.call(login, asOf(newcomer), from('203.0.113.78'))).error_code).toBe(0)
    app.advance(901)
    expect((await app.call(login, asOf(newcomer), there)).error_code).toBe(0)
  })
})
