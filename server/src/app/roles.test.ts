import {
  CALLS,
  CLINICIANS,
  getStsToken,
  ROLES,
  UPLOAD_TYPES,
  type Access,
  type Role,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount, type SignedIn } from '../testing/factories.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
const accounts = new Map<Role, SignedIn>()
let newcomer: SignedIn
beforeAll(async () => {
  app = await testApp()
  for (const role of ROLES) accounts.set(role, await makeAccount(app, { role }))
  newcomer = await makeAccount(app, { role: '3', first_login: true })
})
afterAll(() => app.close())

/** A field no call has: a caller who is let in gets a refusal for it, and nothing is done. */
const PROBE = { no_such_field: '1' }

const open = (access: Access, role: Role) =>
  access === 'public' || access === 'signed-in' || access.includes(role)

describe.each(CALLS.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (_, call) => {
    test.each(ROLES)('is open to role %s exactly where the contract says so', async (role) => {
      const { status, error_code } = await app.call(call, PROBE, accounts.get(role))
      const allowed = open(call.access, role)
      expect([status, error_code]).toEqual(allowed ? [202, 1001] : [600, 600])
    })
    test('is open to a visitor only where it is public', async () => {
      const { status, error_code, msg } = await app.call(call, PROBE)
      if (call.access === 'public') expect([status, error_code]).toEqual([202, 1001])
      else expect([status, error_code, msg]).toEqual([401, 401, '授权失败'])
    })
    test('waits for the password change of a first login, unless that needs it', async () => {
      const { status, error_code, msg } = await app.call(call, PROBE, newcomer)
      const waits = call.access !== 'public' && call.beforePasswordChange !== true
      if (waits) expect([status, error_code, msg]).toEqual([406, 406, '首次登录请先修改密码'])
      else expect([status, error_code]).toEqual([202, 1001])
    })
  },
)

/** Of photographs of any kind: clinicians. */
const UPLOADERS: Partial<Record<(typeof UPLOAD_TYPES)[number], Role[]>> = {
  experience: ['5'],
  logo: ['1', '2', '3'],
  feedback: ['1', '2', '3', '4', '5'],
  news: ['1', '2'],
}

describe.each(UPLOAD_TYPES)('an upload form for %s', (file_type) => {
  test.each(ROLES)('is given to role %s where that role has such files', async (role) => {
    const { status } = await app.call(getStsToken, { file_type }, accounts.get(role))
    const uploaders: readonly Role[] = UPLOADERS[file_type] ?? CLINICIANS
    expect(status).toBe(uploaders.includes(role) ? 200 : 600)
  })
})
