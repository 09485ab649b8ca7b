import {
  accountInfo,
  adminActivateAdmin,
  adminAddAdmin,
  adminAddTrialAccount,
  adminBanAdmin,
  adminChangeEmail,
  adminDeleteAdmin,
  adminDeleteTrialAccount,
  adminListAdmins,
  adminListTrialAccounts,
  adminInstitutionDetail,
  adminLockAccount,
  adminLockMain,
  adminResetAccount,
  adminSetAccount,
  adminUnlockAccount,
  adminUnlockMain,
  getStsToken,
  institutionInfo,
  listPatients,
  login,
  myInfo,
  updatePassword,
} from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { holdCommits } from '../../testing/hold-commits.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: MailApp
let chief: SignedIn
let admin: SignedIn
beforeAll(async () => {
  app = await mailApp()
  chief = await makeAccount(app, { role: '1' })
  admin = await makeAccount(app, { role: '2' })
})
afterAll(() => app.close())

const PASSWORD = 'first-pass1'
let made = 0
const newAdmin = () => {
  const userName = `admin${++made}`
  const email = `${userName}@platform.example.com`
  return { userName, name: '演示管理员', phone: '010-88886666', email }
}
const newTrial = () => {
  const username = `trial${++made}`
  return { username, email: `${username}@trial.example.com`, password: PASSWORD }
}
const logIn = (account: string, password: string, accountType: 1 | 2 = 1) =>
  app.call(login, { account, password, accountType })

describe('an administrator', () => {
  test('is added with role 2, gets a password by mail and has to change it', async () => {
    const asked = newAdmin()
    const { aid } = await succeed(app, adminAddAdmin, asked, admin)
    const oldpwd = await app.secretTo(asked.email)
    const { data } = await logIn(asked.userName, oldpwd)
    expect([data.uid, data.role, data.first_login]).toEqual([aid, '2', 'is_first_login'])
    const { token } = data
    await succeed(app, updatePassword, { uid: aid, oldpwd, newpwd1: PASSWORD }, { token })
    expect((await succeed(app, adminListAdmins, {}, { token })).account[0]?.aid).toBe(aid)
  })

  test('is found by name, telephone and address, with what roles and statuses mean', async () => {
    const asked = { ...newAdmin(), name: '演示寻找', phone: '0571-66668888' }
    const { aid } = await succeed(app, adminAddAdmin, asked, chief)
    await app.secretTo(asked.email)
    for (const filter of [{ name: '寻找' }, { phone: '66668888' }, { email: asked.email }]) {
      const found = await succeed(app, adminListAdmins, { ...filter, page: 9 }, admin)
      expect([found.totalCount, found.page]).toEqual([1, 1])
      expect(found.account).toMatchObject([
        { aid, username: asked.userName, name: '演示寻找', phone: asked.phone, role: '2' },
      ])
    }
    const { account, roleMap, statusMap } = await succeed(
      app,
      adminListAdmins,
      { size: 100 },
      admin,
    )
    expect(new Set(account.map(({ role }) => role))).toEqual(new Set(['1', '2']))
    expect(roleMap).toEqual({ '1': '平台超级管理员', '2': '平台管理员' })
    expect(statusMap).toEqual({ '1': '正常', '2': '已禁用' })
  })

  test('whose name or address is taken is refused at the field', async () => {
    const asked = newAdmin()
    expect(
      await app.call(adminAddAdmin, { ...asked, userName: admin.account }, chief),
    ).toMatchObject({ error_code: 1003, data: { fields: { userName: '该用户名已被使用' } } })
    expect(await app.call(adminAddAdmin, { ...asked, email: admin.email }, chief)).toMatchObject({
      error_code: 1003,
      data: { fields: { email: '该邮箱已被使用' } },
    })
    expect((await app.call(adminAddAdmin, { ...asked, role: '3' }, chief)).error_code).toBe(1001)
  })

  test('that is banned is out at once; activated he comes in again; deleted he is gone', async () => {
    const other = await makeAccount(app, { role: '2' })
    const aid = other.uid
    expect(await succeed(app, adminBanAdmin, { aid }, admin)).toEqual({ status: 2 })
    expect((await app.call(adminListAdmins, {}, other)).status).toBe(403)
    expect((await app.mailTo(other.email)).subject).toBe('【明眸】账号已被禁用')
    expect((await logIn(other.account, other.password)).error_code).toBe(1007)
    expect(await succeed(app, adminActivateAdmin, { aid }, admin)).toEqual({ status: 1 })
    expect((await app.mailTo(other.email)).subject).toBe('【明眸】账号已恢复')
    const again = await signIn(app, other)
    await succeed(app, adminDeleteAdmin, { aid }, admin)
    expect((await app.call(adminListAdmins, {}, again)).status).toBe(403)
    expect((await logIn(other.account, other.password)).error_code).toBe(1004)
    expect((await app.call(adminDeleteAdmin, { aid }, admin)).error_code).toBe(1002)
  })

  test('of role 2 adds none of role 1, and does nothing to one', async () => {
    expect((await app.call(adminAddAdmin, { ...newAdmin(), role: '1' }, admin)).status).toBe(600)
    const email = 'taken-over@platform.example.com'
    for (const [call, body] of [
      [adminBanAdmin, {}],
      [adminActivateAdmin, {}],
      [adminDeleteAdmin, {}],
      [adminResetAccount, {}],
      [adminChangeEmail, { email }],
      [adminSetAccount, { username: 'takenover', name: '演示', email }],
    ] as const) {
      const answered = await app.call(call, { aid: chief.uid, ...body }, admin)
      expect([call.path, answered.status]).toEqual([call.path, 600])
    }
    const asked = { ...newAdmin(), role: '1' as const }
    const { aid } = await succeed(app, adminAddAdmin, asked, chief)
    await succeed(app, adminDeleteAdmin, { aid }, chief)
  })

  test('does nothing to himself', async () => {
    const email = 'myself@platform.example.com'
    for (const by of [chief, admin]) {
      for (const [call, body] of [
        [adminBanAdmin, {}],
        [adminDeleteAdmin, {}],
        [adminResetAccount, {}],
        [adminChangeEmail, { email }],
        [adminSetAccount, { username: 'myself', name: '演示', email }],
      ] as const) {
        expect(await app.call(call, { aid: by.uid, ...body }, by)).toMatchObject({
          error_code: 1003,
          msg: '不能对自己的账号执行此操作',
        })
      }
    }
  })
})

describe('a trial user', () => {
  test('is added with a password that has to be changed', async () => {
    const asked = newTrial()
    const { aid } = await succeed(app, adminAddTrialAccount, asked, admin)
    const { data } = await logIn(asked.email, PASSWORD)
    expect([data.uid, data.role, data.first_login]).toEqual([aid, '5', 'is_first_login'])
    expect(await app.call(adminAddTrialAccount, asked, admin)).toMatchObject({
      error_code: 1003,
      data: { fields: { username: '该用户名已被使用' } },
    })
  })

  test('is found by name and address, and deleted', async () => {
    const asked = newTrial()
    const { aid } = await succeed(app, adminAddTrialAccount, asked, admin)
    const { username, email } = asked
    for (const filter of [{ username }, { email: email.toUpperCase() }]) {
      const found = await succeed(app, adminListTrialAccounts, filter, admin)
      expect(found).toMatchObject({
        total_count: 1,
        page: 1,
        account: [{ aid, username, email, status: 1 }],
        acc_status_map: { '1': '正常', '2': '已禁用' },
      })
    }
    await succeed(app, adminDeleteTrialAccount, { aid }, admin)
    expect((await succeed(app, adminListTrialAccounts, { username }, admin)).total_count).toBe(0)
    expect((await logIn(username, PASSWORD)).error_code).toBe(1004)
  })

  test('shows when he last signed in, and gets a new initial password by mail', async () => {
    const asked = newTrial()
    const { aid } = await succeed(app, adminAddTrialAccount, asked, admin)
    const row = async () =>
      (await succeed(app, adminListTrialAccounts, { username: asked.username }, admin)).account[0]
    expect(await row()).toMatchObject({ aid, id: aid, last_login: null })
    const before = Date.now()
    await logIn(asked.username, PASSWORD)
    const first = Date.parse((await row())?.last_login ?? '')
    expect(first).toBeGreaterThanOrEqual(before)
    await succeed(app, adminResetAccount, { aid }, admin)
    const password = await app.secretTo(asked.email)
    expect((await logIn(asked.username, PASSWORD)).error_code).toBe(1004)
    expect((await logIn(asked.username, password)).data.first_login).toBe('is_first_login')
    expect(Date.parse((await row())?.last_login ?? '')).toBeGreaterThan(first)
  })

  test('that is locked is out at once, and unlocked comes in again', async () => {
    const visitor = await makeAccount(app, { role: '5' })
    const aid = visitor.uid
    expect(await succeed(app, adminLockAccount, { aid }, admin)).toEqual({ status: 2 })
    expect((await app.call(myInfo, { uid: aid }, visitor)).status).toBe(403)
    expect(await succeed(app, adminUnlockAccount, { aid }, admin)).toEqual({ status: 1 })
    await signIn(app, visitor)
  })
})

describe('the accounts of an institution', () => {
  test('are locked and unlocked, each for itself', async () => {
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    const member = await makeAccount(app, { role: '4', oid })
    expect(await succeed(app, adminLockMain, { oid }, admin)).toEqual({ status: 2 })
    expect(await app.call(institutionInfo, { uid: main.uid }, main)).toMatchObject({
      status: 403,
      msg: '账号已被禁用',
    })
    expect((await app.call(listPatients, {}, member)).status).toBe(200)
    expect(await succeed(app, adminLockAccount, { aid: member.uid }, admin)).toEqual({ status: 2 })
    expect((await app.call(listPatients, {}, member)).status).toBe(403)
    expect(await succeed(app, adminUnlockMain, { oid }, admin)).toEqual({ status: 1 })
    expect(await succeed(app, adminUnlockAccount, { aid: member.uid }, admin)).toEqual({
      status: 1,
    })
    await signIn(app, main)
    await signIn(app, member)
  })

  test('get a new initial password by mail', async () => {
    const main = await makeAccount(app, { role: '3' })
    await succeed(app, adminResetAccount, { aid: main.uid }, admin)
    expect((await app.call(institutionInfo, { uid: main.uid }, main)).status).toBe(403)
    const password = await app.secretTo(main.email)
    expect((await logIn(main.account, main.password, 2)).error_code).toBe(1004)
    expect((await logIn(main.account, password, 2)).data.first_login).toBe('is_first_login')
  })

  test('get other names and, before the first sign-in, another address; the old one is told, the institution follows', async () => {
    const main = await addAccount(app, { role: '3' })
    const [aid, oid] = [main.uid, main.oid ?? '']
    const shown = async () => (await succeed(app, accountInfo, { oid }, admin)).main_account
    const email = 'main-moved@clinic.example.com'
    const moved = await succeed(app, adminChangeEmail, { aid, email }, admin)
    expect(moved).toEqual({ due_at: null })
    expect((await app.mailTo(main.email)).subject).toBe('【明眸】账号邮箱已更换')
    const institution = await succeed(app, adminInstitutionDetail, { oid }, admin)
    expect(institution.email).toBe(email)
    expect(await app.call(adminChangeEmail, { aid, email }, admin)).toMatchObject({
      error_code: 1001,
      data: { fields: { email: '新邮箱不能与原邮箱相同' } },
    })
    const named = { username: 'renamedmain', name: '演示改名', phone: '13800138000' }
    await succeed(app, adminSetAccount, { aid, ...named }, admin)
    expect(await shown()).toMatchObject({ ...named, email })
    const last = 'main-moved-again@clinic.example.com'
    await succeed(app, adminSetAccount, { aid, ...named, email: last }, admin)
    await app.mailTo(email)
    const { phone, ...phoneless } = named
    await succeed(app, adminSetAccount, { aid, ...phoneless }, admin)
    expect((await shown()).phone).toBe(phone)
    const back = await app.call(adminSetAccount, { aid, ...named, email: main.email }, admin)
    expect(back.error_code).toBe(0)
    const other = await addAccount(app, { role: '4' })
    const entered = await makeAccount(app, { role: '3' })
    for (const uid of [aid, entered.uid]) {
      const taken = await app.call(adminChangeEmail, { aid: uid, email: other.email }, admin)
      expect(taken).toMatchObject({
        error_code: 1003,
        data: { fields: { email: '该邮箱已被使用' } },
      })
    }
  })
})

test('an account of another kind, or none at all, is not there', async () => {
  const member = await addAccount(app, { role: '4' })
  const visitor = await addAccount(app, { role: '5' })
  const other = await addAccount(app, { role: '2' })
  for (const [call, aids] of [
    [adminLockAccount, [other.uid]],
    [adminUnlockAccount, [other.uid]],
    [adminBanAdmin, [member.uid, visitor.uid]],
    [adminActivateAdmin, [member.uid, visitor.uid]],
    [adminDeleteAdmin, [member.uid, visitor.uid]],
    [adminDeleteTrialAccount, [member.uid, other.uid]],
    [adminResetAccount, []],
  ] as const) {
    for (const aid of [...aids, uuid()]) {
      expect([call.path, (await app.call(call, { aid }, chief)).error_code]).toEqual([
        call.path,
        1002,
      ])
    }
  }
  expect((await app.call(adminLockMain, { oid: uuid() }, chief)).error_code).toBe(1002)
  await signIn(app, member)
  await signIn(app, visitor)
})

describe('of two accounts of role 1', () => {
  let apart: TestApp
  beforeAll(async () => {
    apart = await testApp()
  })
  afterAll(() => apart.close())

  test('that ban each other at once, one stays', async () => {
    const two = [await makeAccount(apart, { role: '1' }), await makeAccount(apart, { role: '1' })]
    const held = await holdCommits(apart)
    const bans = two.map((by, index) => apart.call(adminBanAdmin, { aid: two[1 - index]?.uid }, by))
    await held.waiting(2)
    await held.release()
    const codes = (await Promise.all(bans)).map(({ error_code, msg }) => [error_code, msg])
    expect(codes.sort()).toEqual([
      [0, '操作成功'],
      [1003, '至少须保留一个可用的平台超级管理员'],
    ])
    const statuses = await Promise.all(
      two.map(async (by) => (await apart.call(getStsToken, { file_type: 'logo' }, by)).status),
    )
    expect(statuses.sort()).toEqual([200, 403])
  })
})
