import { login } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { StartRefused } from '../../start-refused.ts'
import { succeed, testApp } from '../../testing/test-app.ts'
import { ensureFirstAdmin } from './first-admin.ts'

test('the first administrator is made once, however many processes start', async () => {
  const app = await testApp()
  const made = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(app.context)))
  const [admin] = made.filter((answer) => answer !== null)
  expect(made.filter((answer) => answer !== null)).toHaveLength(1)
  expect(admin).toMatchObject({ account: 'admin', generated: true })
  const { account = '', password = '' } = admin ?? {}
  const session = await succeed(app, login, { account, password, accountType: 1 })
  expect(session.role).toBe('1')
  expect(await ensureFirstAdmin(app.context)).toBeNull()
  await app.close()
})

test('the first administrator gets the name and the password that were chosen', async () => {
  const admin = { account: 'chief', password: 'chosen-pass1' }
  const app = await testApp({ admin })
  expect(await ensureFirstAdmin(app.context)).toEqual({ ...admin, generated: false })
  await succeed(app, login, { ...admin, accountType: 1 })
  await app.close()
})

test.each([
  [{ account: 'a b', password: null }, /^ADMIN_ACCOUNT: /],
  [{ account: 'chief', password: 'weakweak' }, /^ADMIN_PASSWORD: /],
])('a malformed choice %j stops the start and is named', async (admin, line) => {
  const app = await testApp({ admin })
  await expect(ensureFirstAdmin(app.context)).rejects.toThrow(StartRefused)
  await expect(ensureFirstAdmin(app.context)).rejects.toThrow(line)
  await app.close()
})
