import { addMember, registerUser, updatePassword } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'
import { isGuessable } from './guessable.ts'

let app: MailApp
beforeAll(async () => {
  app = await mailApp()
  app.context.config.refuseCommonPasswords = true
})
afterAll(() => app.close())

const TOLD = '该密码过于常见，容易被猜到，请换一个'

describe('a password that is easily guessed', () => {
  test('passes where the rule of length and classes is all that is asked for', async () => {
    const account = await makeAccount(app, { role: '3' })
    app.context.config.refuseCommonPasswords = false
    const body = { uid: account.uid, oldpwd: account.password, newpwd1: 'abcd1234' }
    await succeed(app, updatePassword, body, account)
    app.context.config.refuseCommonPasswords = true
  })

  test.each([
    'password1',
    'PassWord1',
    'qwerty123',
    '1qaz2wsx',
    'abcd1234',
    'Mingmou2026',
    '123Doctor!',
  ])('like %s is refused at its field when it is changed', async (newpwd1) => {
    const account = await makeAccount(app, { role: '3' })
    const body = { uid: account.uid, oldpwd: account.password, newpwd1 }
    expect(await app.call(updatePassword, body, account)).toMatchObject({
      error_code: 1001,
      data: { fields: { newpwd1: TOLD } },
    })
  })

  test('is refused at a sign-up, before the code is spent', async () => {
    const given = { email: 'zhangsan@clinic.example.com', userName: 'zhangsan8', code: '000000' }
    for (const password of ['qwerty123', 'zhangsan2026', 'Zhangsan8!']) {
      const body = { ...given, password1: password, password2: password }
      expect(await app.call(registerUser, body)).toMatchObject({
        error_code: 1001,
        data: { fields: { password1: TOLD } },
      })
    }
  })

  test('is refused when a main account chooses one for somebody', async () => {
    const main = await makeAccount(app, { role: '3' })
    const email = 'lisi@clinic.example.com'
    const body = {
      oid: main.oid ?? '',
      name: '演示',
      username: 'lisi5',
      email,
      init_key: '1qaz2wsx',
    }
    expect(await app.call(addMember, body, main)).toMatchObject({
      error_code: 1001,
      data: { fields: { init_key: TOLD } },
    })
    await succeed(app, addMember, { ...body, init_key: 'correct-horse1' }, main)
  })
})

test.each(['correct-horse1', 'Journey-2026', 'mingmou-und-mehr', '天天向上2026ab'])(
  '%s is not easily guessed',
  (password) => {
    expect(isGuessable(password, ['journeyadmin', 'correct@clinic.example.com'])).toBe(false)
  },
)
