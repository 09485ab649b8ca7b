import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '@mingmou/contract'
import { addAccount } from '../../testing/factories.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('a login', () => {
  test('finds the account by user name or e-mail', async () => {
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
})
