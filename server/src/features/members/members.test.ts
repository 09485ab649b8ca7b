import {
  activateMember,
  addMember,
  accountInfo,
  adminLockAccount,
  adminUnlockAccount,
  banMember,
  deleteMember,
  listPatients,
  listMembers,
  login,
  resetMember,
  sendMemberEmail,
  setMember,
  setMemberEmail,
  updatePassword,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, makeAccount, makeInstitution, type SignedIn } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'

let app: MailApp
let main: SignedIn
beforeAll(async () => {
  app = await mailApp()
  main = await makeAccount(app, { role: '3' })
})
afterAll(() => app.close())

const PASSWORD = 'first-pass1'
let made = 0
const newMember = (by: SignedIn = main) => {
  const username = `member${++made}`
  return { oid: by.oid ?? '', name: '演示医生', username, email: `${username}@clinic.example.com` }
}
const logIn = (account: string, password: string) =>
  app.call(login, { account, password, accountType: 2 })

describe('a sub-account', () => {
  test('gets its initial password by mail and has to change it', async () => {
    const member = newMember()
    await succeed(app, addMember, member, main)
    const mail = await app.mailTo(member.email)
    expect(mail.subject).toBe('【明眸】初始密码')
    const secrets = mail.lines.filter((line) => /^[!-~]+$/.test(line) && !line.startsWith('http'))
    expect(secrets).toHaveLength(1)
    const [oldpwd = ''] = secrets
    const { data } = await logIn(member.username, oldpwd)
    expect([data.role, data.first_login]).toEqual(['4', 'is_first_login'])
    const { uid, token } = data
    expect((await app.call(listPatients, {}, { token })).status).toBe(406)
    await succeed(app, updatePassword, { uid, oldpwd, newpwd1: PASSWORD }, { token })
    expect((await app.call(listPatients, {}, { token })).status).toBe(200)
  })

  test('with a password chosen for it gets no mail', async () => {
    const member = newMember()
    await succeed(app, addMember, { ...member, init_key: PASSWORD }, main)
    expect((await logIn(member.email, PASSWORD)).data.first_login).toBe('is_first_login')
    const fence = newMember()
    await succeed(app, addMember, fence, main)
    await app.secretTo(fence.email)
    expect(app.unread()).toEqual([])
  })

  test('leaves no initial password in the database', async () => {
    const member = newMember()
    await succeed(app, addMember, member, main)
    const secret = await app.secretTo(member.email)
    for (const table of ['accounts', 'jobs', 'audit_log']) {
      const { rows } = await sql<{ row: string }>`
        select row_to_json(t)::text as row from ${sql.raw(table)} t`.execute(app.context.db)
      expect(rows.map(({ row }) => row).join('\n')).not.toContain(secret)
    }
  })

  test('with a name or an address that is taken is refused at the field', async () => {
    const first = { ...newMember(), init_key: PASSWORD }
    await succeed(app, addMember, first, main)
    const second = { ...newMember(), init_key: PASSWORD }
    expect(await app.call(addMember, { ...second, username: first.username }, main)).toMatchObject({
      error_code: 1003,
      data: { fields: { username: '该用户名已被使用' } },
    })
    expect(await app.call(addMember, { ...second, email: first.email }, main)).toMatchObject({
      error_code: 1003,
      data: { fields: { email: '该邮箱已被使用' } },
    })
  })

  test('is renamed, and moved to an address proven by a code', async () => {
    const member = { ...newMember(), init_key: PASSWORD }
    const { aid } = await succeed(app, addMember, member, main)
    await succeed(app, setMember, { aid, name: '演示改名', username: 'renamed1' }, main)
    const email = 'moved@clinic.example.com'
    await succeed(app, sendMemberEmail, { aid, email }, main)
    await succeed(app, setMemberEmail, { aid, email, code: await app.secretTo(email) }, main)
    await app.mailTo(member.email)
    const { account } = await succeed(app, listMembers, { email: 'MOVED@' }, main)
    expect(account).toMatchObject([{ aid, No: 1, name: '演示改名', username: 'renamed1', email }])
  })

  test('that is banned is out at once and told so; activated it logs in again', async () => {
    const member = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
    const aid = member.uid
    expect(await succeed(app, banMember, { aid }, main)).toEqual({ status: 2 })
    expect(await app.call(listPatients, {}, member)).toMatchObject({
      status: 403,
      msg: '账号已被禁用',
    })
    expect((await app.mailTo(member.email)).subject).toBe('【明眸】账号已被禁用')
    expect((await logIn(member.account, member.password)).error_code).toBe(1007)
    expect(await succeed(app, activateMember, { aid }, main)).toEqual({ status: 1 })
    expect((await app.mailTo(member.email)).subject).toBe('【明眸】账号已恢复')
    expect((await app.call(listPatients, {}, member)).status).toBe(403)
    expect((await logIn(member.account, member.password)).error_code).toBe(0)
  })

  test('that the platform locked is not opened by its institution, nor by the platform what the institution banned', async () => {
    const admin = await makeAccount(app, { role: '2' })
    const main = await makeAccount(app, { role: '3' })
    const member = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
    const aid = member.uid
    const enters = async () => (await logIn(member.account, member.password)).error_code
    const row = async () => {
      const { account } = await succeed(app, accountInfo, { oid: main.oid ?? '', size: 100 }, admin)
      const { status, banned, locked } = account.find((known) => known.aid === aid) ?? {}
      const listed = await succeed(app, listMembers, { email: member.email }, main)
      expect(listed.account).toMatchObject([{ aid, status, banned, locked }])
      return { status, banned, locked }
    }
    expect(await succeed(app, adminLockAccount, { aid }, admin)).toEqual({ status: 2 })
    expect((await app.mailTo(member.email)).subject).toBe('【明眸】账号已被禁用')
    expect(await row()).toEqual({ status: 2, banned: false, locked: true })
    expect(await succeed(app, activateMember, { aid }, main)).toEqual({ status: 2 })
    expect(await enters()).toBe(1007)
    expect(await app.call(deleteMember, { aid }, main)).toMatchObject({
      error_code: 1003,
      msg: '该账号已被平台锁定，解锁后才能删除',
    })
    expect(await succeed(app, banMember, { aid }, main)).toEqual({ status: 2 })
    expect(await row()).toEqual({ status: 2, banned: true, locked: true })
    expect(await succeed(app, adminUnlockAccount, { aid }, admin)).toEqual({ status: 2 })
    expect(await row()).toEqual({ status: 2, banned: true, locked: false })
    expect(await enters()).toBe(1007)
    expect(await succeed(app, activateMember, { aid }, main)).toEqual({ status: 1 })
    // The account opens again only with the last of the two, and only then is a mail sent.
    expect((await app.mailTo(member.email)).subject).toBe('【明眸】账号已恢复')
    expect(app.unread()).toEqual([])
    expect(await enters()).toBe(0)
    const { rows } = await sql<{ action: string }>`select action from audit_log
      where target_id = ${aid} and outcome = 'success' and action <> 'session.login'
      order by id`.execute(app.context.db)
    expect(rows.map(({ action }) => action.replace('account.', ''))).toEqual([
      'lock',
      'activate',
      'ban',
      'unlock',
      'activate',
    ])
  })

  test('has its id and the name it logs in by in its row, and no password', async () => {
    const main = await makeAccount(app, { role: '3' })
    const member = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
    const { account } = await succeed(app, listMembers, { email: member.email }, main)
    expect(account).toMatchObject([
      { aid: member.uid, id: member.uid, oid: main.oid, loginUserName: member.account },
    ])
    expect(Object.keys(account[0] ?? {}).filter((name) => /key|password/i.test(name))).toEqual([])
  })

  test('whose password is reset is out, and comes in with the mailed one alone', async () => {
    const member = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
    await succeed(app, resetMember, { aid: member.uid }, main)
    expect((await app.call(listPatients, {}, member)).status).toBe(403)
    const password = await app.secretTo(member.email)
    expect((await logIn(member.account, member.password)).error_code).toBe(1004)
    expect((await logIn(member.account, password)).data.first_login).toBe('is_first_login')
  })

  test('that is deleted is out for good, and its name is free', async () => {
    const member = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
    const aid = member.uid
    await succeed(app, deleteMember, { aid }, main)
    expect((await app.call(listPatients, {}, member)).status).toBe(403)
    expect((await logIn(member.account, member.password)).error_code).toBe(1004)
    expect((await app.call(deleteMember, { aid }, main)).error_code).toBe(1002)
    const again = { ...newMember(), username: member.account, email: member.email }
    await succeed(app, addMember, { ...again, init_key: PASSWORD }, main)
  })

  test('of another institution, and the main account itself, are not there', async () => {
    const strangers = await addAccount(app, { role: '4' })
    const email = 'nowhere@clinic.example.com'
    for (const aid of [strangers.uid, main.uid]) {
      for (const [call, body] of [
        [setMember, { name: '演示', username: 'x1' }],
        [sendMemberEmail, { email }],
        [setMemberEmail, { email, code: '123456' }],
        [resetMember, {}],
        [banMember, {}],
        [activateMember, {}],
        [deleteMember, {}],
      ] as const) {
        const answered = await app.call(call, { aid, ...body }, main)
        expect([call.path, answered.error_code]).toEqual([call.path, 1002])
      }
    }
    const foreign = { ...newMember(), oid: strangers.oid, init_key: PASSWORD }
    expect((await app.call(addMember, foreign, main)).error_code).toBe(1002)
    const { account } = await succeed(app, listMembers, { size: 100 }, main)
    expect(account.map(({ aid }) => aid)).not.toContain(strangers.uid)
  })
})

test('the limit of an institution holds when many are added at once', async () => {
  const { oid } = await makeInstitution(app)
  const by = await makeAccount(app, { role: '3', oid })
  const db = app.context.db
  await db.updateTable('institutions').set({ account_limit: 3 }).where('oid', '=', oid).execute()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      app.call(addMember, { ...newMember(by), init_key: PASSWORD }, by),
    ),
  )
  expect(answers.map(({ error_code }) => error_code).sort()).toEqual([0, 0, 0, 1006, 1006, 1006])
  const refused = answers.find(({ error_code }) => error_code === 1006)
  expect(refused?.msg).toBe('子账号数量已达上限（3个）')
  expect(await succeed(app, accountInfo, { oid, size: 2 }, by)).toMatchObject({
    total_count: 3,
    page: 1,
    account_limit: 3,
    acc_status_map: { '1': '正常', '2': '已禁用' },
    org_status_map: { '1': '正常', '2': '已禁用' },
    main_account: { aid: by.uid, email: by.email, status: 1 },
  })
})
