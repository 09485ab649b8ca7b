import { listPatients, login, updatePassword } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const NEW = 'another-horse2'
const change = (account: SignedIn, oldpwd = account.password, newpwd1 = NEW) =>
  app.call(updatePassword, { uid: account.uid, oldpwd, newpwd1 }, account)

describe('a password change', () => {
  test('of a first login opens every call, in the same session', async () => {
    const account = await makeAccount(app, { role: '4', first_login: true })
    expect((await app.call(listPatients, {}, account)).status).toBe(406)
    expect((await change(account)).status).toBe(200)
    expect((await app.call(listPatients, {}, account)).status).toBe(200)
    const { account: name, accountType } = account
    const again = await succeed(app, login, { account: name, password: NEW, accountType })
    expect(again.first_login).toBe('not_first_login')
    const old = await app.call(login, {
      account: name,
      password: account.password,
      accountType,
    })
    expect(old.error_code).toBe(1004)
  })

  test('needs the old password, and says five times when it is wrong', async () => {
    const account = await makeAccount(app, { role: '3' })
    for (let n = 0; n < 5; n++) {
      expect(await change(account, 'wrong-one1')).toMatchObject({
        status: 202,
        error_code: 1004,
        msg: '原密码错误',
      })
    }
    expect((await change(account)).error_code).toBe(1008)
  })

  test('refuses the same password, a weak one, and that of another account', async () => {
    const account = await makeAccount(app, { role: '3' })
    const other = await makeAccount(app, { role: '3' })
    expect(await change(account, account.password, account.password)).toMatchObject({
      error_code: 1001,
      data: { fields: { newpwd1: '新密码不能与原密码相同' } },
    })
    expect((await change(account, account.password, 'aaaaaaaa')).error_code).toBe(1001)
    expect((await change({ ...account, uid: other.uid })).error_code).toBe(1002)
  })

  test('of two at the same moment is done once', async () => {
    const account = await makeAccount(app, { role: '3' })
    const answers = await Promise.all(
      ['first-new-1', 'second-new-2'].map((password) =>
        change(account, account.password, password),
      ),
    )
    expect(answers.map((answered) => answered.error_code).sort()).toEqual([0, 1004])
  })
})
