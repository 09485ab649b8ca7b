import {
  accountInfo,
  addMember,
  adminActivateInstitution,
  adminAddInstitution,
  adminBanInstitution,
  adminChangeAccountLimit,
  adminDeleteInstitution,
  adminInstitutionDetail,
  adminListInstitutions,
  adminListReviews,
  adminLockAccount,
  adminLockMain,
  adminReviewInstitution,
  institutionInfo,
  listAudit,
  listPatients,
  login,
  registerOrganization,
  sendOrganizationSignUpEmail,
  setInstitutionInfo,
  updatePassword,
} from '@mingmou/contract'
import { io } from 'socket.io-client'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { holdCommits } from '../../testing/hold-commits.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'

let app: MailApp
let admin: SignedIn
beforeAll(async () => {
  app = await mailApp()
  admin = await makeAccount(app, { role: '2' })
})
afterAll(() => app.close())

const PASSWORD = 'first-pass1'
let made = 0
const newInstitution = () => ({
  name: `演示新增医院${++made}`,
  area_id: ['330000', '330100', '330106'],
  phone: `0571-8888${1000 + made}`,
  short_name: '演示新增',
  describes: '演示机构，没有真实患者',
  address: '演示路3号',
  email: `added${made}@clinic.example.com`,
  contact: '演示联系人丙',
})
const logIn = (account: string, password: string) =>
  app.call(login, { account, password, accountType: 2 })

/** An institution that waits for its review. */
async function signUp() {
  const email = `applicant${++made}@clinic.example.com`
  await succeed(app, sendOrganizationSignUpEmail, { email })
  const code = await app.secretTo(email)
  const name = `演示申请医院${made}`
  await succeed(app, registerOrganization, {
    name,
    shortName: '演示申请',
    describes: '演示机构，没有真实患者',
    contactName: '演示申请人',
    contactPhone: '010-88886666',
    areaId: ['330000', '330100', '330106'],
    address: '演示路1号',
    email,
    code,
    password1: PASSWORD,
    password2: PASSWORD,
  })
  const { organizations } = await succeed(app, adminListReviews, { email }, admin)
  return { oid: organizations[0]?.oid ?? '', email, name }
}

describe('an institution that an administrator adds', () => {
  test('is admitted, and its main account comes in with the mailed password', async () => {
    const asked = { ...newInstitution(), join_time: '2024-03-01' }
    const { oid } = await succeed(app, adminAddInstitution, asked, admin)
    const oldpwd = await app.secretTo(asked.email)
    const { data } = await logIn(asked.email, oldpwd)
    expect([data.role, data.first_login]).toEqual(['3', 'is_first_login'])
    const { uid, token } = data
    await succeed(app, updatePassword, { uid, oldpwd, newpwd1: PASSWORD }, { token })
    expect(await succeed(app, institutionInfo, { uid }, { token })).toMatchObject({
      ...asked,
      oid,
      join_time: '2024-02-29T16:00:00.000Z',
      join_type: 2,
      review_status: 1,
      account_limit: 10,
      status: 1,
    })
  })

  test('is refused at the field where its address is taken or its area is none', async () => {
    const taken = await addAccount(app, { role: '3' })
    expect(
      await app.call(adminAddInstitution, { ...newInstitution(), email: taken.email }, admin),
    ).toMatchObject({ error_code: 1003, data: { fields: { email: '该邮箱已被使用' } } })
    const nowhere = { ...newInstitution(), area_id: ['330000', '110100'] }
    expect(await app.call(adminAddInstitution, nowhere, admin)).toMatchObject({
      error_code: 1001,
      data: { fields: { area_id: '所在地区不存在' } },
    })
  })

  test('is found by what is known of it, and by no part that does not fit', async () => {
    const asked = { ...newInstitution(), area_id: ['440000', '440300', '440305'] }
    const { oid } = await succeed(app, adminAddInstitution, asked, admin)
    const { name, email, phone, contact } = asked
    const found = async (filter: object) => {
      const answered = await succeed(app, adminListInstitutions, { ...filter, size: 100 }, admin)
      expect(answered.total_count).toBe(answered.organizations.length)
      return answered.organizations.some((organization) => organization.oid === oid)
    }
    for (const filter of [
      {},
      { name: '', email: '', phone: '', contact: '', status: '', area_id: [] },
      { name },
      { email: email.toUpperCase() },
      { phone },
      { contact },
      { status: 1 },
      { area_id: ['440000'] },
      { area_id: ['440000', '440300'] },
    ]) {
      expect([filter, await found(filter)]).toEqual([filter, true])
    }
    for (const filter of [
      { name: '%' },
      { status: 2 },
      { area_id: ['330000'] },
      { email: 'a.b' },
    ]) {
      expect([filter, await found(filter)]).toEqual([filter, false])
    }
    const newest = await succeed(app, adminListInstitutions, { size: 1 }, admin)
    expect(newest).toMatchObject({ page: 1, org_status_map: { '1': '正常', '2': '已禁用' } })
    expect(newest.organizations.map((organization) => organization.oid)).toEqual([oid])
  })

  test('is shown with its main account and how much of its limit is used, and edited', async () => {
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    await addAccount(app, { role: '4', oid })
    expect(await succeed(app, adminInstitutionDetail, { oid }, admin)).toMatchObject({
      oid,
      member_count: 1,
      main_account: { aid: main.uid, email: main.email, status: 1 },
    })
    const { name, short_name, describes, contact, phone, address, area_id } = newInstitution()
    const edit = { oid, name, shortName: short_name, describes, contact, phone, address }
    await succeed(app, setInstitutionInfo, { ...edit, areaId: area_id }, admin)
    expect((await succeed(app, adminInstitutionDetail, { oid }, admin)).name).toBe(name)
    for (const call of [adminInstitutionDetail, adminBanInstitution, adminActivateInstitution]) {
      expect((await app.call(call, { oid: uuid() }, admin)).error_code).toBe(1002)
    }
  })
})

describe.each([
  ['banning an institution', (oid: string) => app.call(adminBanInstitution, { oid }, admin)],
  ['locking a main account', (oid: string) => app.call(adminLockMain, { oid }, admin)],
  ['locking an account', (_: string, aid: string) => app.call(adminLockAccount, { aid }, admin)],
  [
    'deleting an institution',
    (oid: string, _: string, name: string) =>
      app.call(adminDeleteInstitution, { oid, name }, admin),
  ],
] as const)('%s', (_, act) => {
  test('ends the live connection within two seconds and says why', async () => {
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    const { name } = await succeed(app, institutionInfo, { uid: main.uid }, main)
    const socket = io(app.url, {
      path: '/live',
      forceNew: true,
      reconnection: false,
      auth: { token: main.token },
    })
    await new Promise((resolve) => socket.once('connect', () => resolve(null)))
    const ended = new Promise((resolve) => socket.once('err', resolve))
    const closed = new Promise((resolve) => socket.once('disconnect', () => resolve(Date.now())))
    expect((await act(oid, main.uid, name)).error_code).toBe(0)
    const answered = Date.now()
    expect(await ended).toMatchObject({ code: 403 })
    expect(Number(await closed) - answered).toBeLessThan(2000)
    await app.mailTo(main.email)
  })
})

describe('an institution that is banned', () => {
  test('is out with all its accounts, and told so; activated, they come in again', async () => {
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    const member = await makeAccount(app, { role: '4', oid })
    const locked = await addAccount(app, { role: '4', oid, status: 2 })
    const stranger = await makeAccount(app, { role: '4' })
    expect(await succeed(app, adminBanInstitution, { oid }, admin)).toEqual({ status: 2 })
    for (const by of [main, member]) {
      expect(await app.call(institutionInfo, { uid: by.uid }, by)).toMatchObject({
        status: 403,
        msg: '所属机构已被禁用',
      })
      expect(await logIn(by.account, by.password)).toMatchObject({
        error_code: 1007,
        msg: '所属机构已被禁用',
      })
    }
    expect((await app.call(listPatients, {}, stranger)).status).toBe(200)
    const mail = await app.mailTo(main.email)
    expect(mail.subject).toBe('【明眸】机构已被禁用')

    expect(await succeed(app, adminActivateInstitution, { oid }, admin)).toEqual({ status: 1 })
    expect((await app.mailTo(main.email)).subject).toBe('【明眸】机构已恢复')
    expect((await app.call(listPatients, {}, member)).status).toBe(403)
    await signIn(app, main)
    await signIn(app, member)
    // The ban that he had stays.
    expect((await logIn(locked.account, locked.password)).msg).toBe('账号已被禁用')
  })

  test('lets nobody keep a session who logs in at that moment', async () => {
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    const known = await addAccount(app, { role: '4', oid })
    const held = await holdCommits(app)
    const banning = app.call(adminBanInstitution, { oid }, admin)
    await held.waiting(1)
    const logging = logIn(known.account, known.password)
    await held.waiting(2)
    await held.release()
    expect((await banning).error_code).toBe(0)
    expect((await logging).error_code).toBe(1007)
    expect(await liveSessions(oid)).toEqual([])
  })
})

const liveSessions = (oid: string) =>
  app.context.db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.uid', 'sessions.uid')
    .select('sid')
    .where('oid', '=', oid)
    .where('ended_at', 'is', null)
    .execute()

describe('the limit of sub-accounts', () => {
  test('is changed, and never to less than there are', async () => {
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    await addAccount(app, { role: '4', oid })
    await addAccount(app, { role: '4', oid })
    expect(await succeed(app, adminChangeAccountLimit, { oid, account_limit: 2 }, admin)).toEqual({
      account_limit: 2,
    })
    expect(await succeed(app, accountInfo, { oid }, main)).toMatchObject({
      account_limit: 2,
      total_count: 2,
    })
    expect(await app.call(adminChangeAccountLimit, { oid, account_limit: 1 }, admin)).toMatchObject(
      {
        error_code: 1001,
        data: { fields: { account_limit: '不能少于现有子账号数量（2个）' } },
      },
    )
    for (const account_limit of [-1, 1.5, 1001, '3']) {
      const answered = await app.call(adminChangeAccountLimit, { oid, account_limit }, admin)
      expect([account_limit, answered.error_code]).toEqual([account_limit, 1001])
    }
    const nobody = { oid: uuid(), account_limit: 3 }
    expect((await app.call(adminChangeAccountLimit, nobody, admin)).error_code).toBe(1002)
  })

  test('holds when it is lowered while sub-accounts are added', async () => {
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    const adds = Array.from({ length: 4 }, () => {
      const username = `raced${++made}`
      const email = `${username}@clinic.example.com`
      const member = { oid, name: '演示医生', username, email, init_key: PASSWORD }
      return app.call(addMember, member, main)
    })
    const limit = app.call(adminChangeAccountLimit, { oid, account_limit: 2 }, admin)
    await Promise.all([...adds, limit])
    const { total_count, account_limit } = await succeed(app, accountInfo, { oid }, main)
    expect(total_count).toBeLessThanOrEqual(account_limit)
  })
})

describe('the sign-up of an institution', () => {
  test('waits, is approved, and its main account comes in', async () => {
    const { oid, email, name } = await signUp()
    expect((await logIn(email, PASSWORD)).msg).toBe('机构入驻申请审核中')
    expect((await app.call(adminBanInstitution, { oid }, admin)).msg).toBe('机构入驻申请审核中')
    const listed = await succeed(app, adminListInstitutions, { name }, admin)
    expect(listed.total_count).toBe(0)
    const before = await succeed(app, adminListReviews, { review_status_tag: 'pending' }, admin)
    expect(before.organizations.map((organization) => organization.oid)).toContain(oid)

    const answered = await succeed(app, adminReviewInstitution, { oid, review_status: 1 }, admin)
    expect(answered.review_status).toBe(1)
    const mail = await app.mailTo(email)
    expect(mail.subject).toBe('【明眸】机构入驻申请已通过')
    expect(mail.lines.join('')).toContain(name)
    expect((await logIn(email, PASSWORD)).data.first_login).toBe('is_first_login')

    const after = await succeed(app, adminListReviews, { review_status_tag: 'checked' }, admin)
    expect(after.organizations[0]).toMatchObject({ oid, review_status: 1, join_type: 1 })
    expect([after.pending_count, after.checked_count]).toEqual([
      before.pending_count - 1,
      before.checked_count + 1,
    ])
    expect(after.reviewStatusMap).toEqual({ '0': '待审核', '1': '已通过', '2': '未通过' })
    const neither = { review_status_tag: 'pending' as const, review_status: 1 as const, email }
    expect((await succeed(app, adminListReviews, neither, admin)).total_count).toBe(0)
  })

  test('is refused with a message that is mailed', async () => {
    const { oid, email } = await signUp()
    for (const review_msg of [undefined, '', ' ']) {
      expect(
        await app.call(adminReviewInstitution, { oid, review_status: 2, review_msg }, admin),
      ).toMatchObject({ error_code: 1001, data: { fields: { review_msg: '此项不能为空' } } })
    }
    const review_msg = 'licence'
    await succeed(app, adminReviewInstitution, { oid, review_status: 2, review_msg }, admin)
    const mail = await app.mailTo(email)
    expect(mail.subject).toBe('【明眸】机构入驻申请未通过')
    expect(mail.lines).toContain('审核意见：licence')
    expect((await logIn(email, PASSWORD)).msg).toBe('机构入驻申请未通过审核。审核意见：licence')
    const checked = { review_status: 2 as const, email }
    const { organizations } = await succeed(app, adminListReviews, checked, admin)
    expect(organizations).toMatchObject([{ oid, review_msg }])
  })

  test('is told in English to whoever signed up in English', async () => {
    const { oid, email } = await signUp()
    const db = app.context.db
    await db.updateTable('accounts').set({ language: 'en' }).where('oid', '=', oid).execute()
    await succeed(app, adminReviewInstitution, { oid, review_status: 1, review_msg: 'ok' }, admin)
    const mail = await app.mailTo(email)
    expect(mail.subject).toBe('Mingmou: your application has been approved')
    expect(mail.lines.filter((line) => /^[!-~]+$/.test(line) && !line.startsWith('http'))).toEqual(
      [],
    )
  })

  test('reviewed by two at once is decided by one, and the other is told', async () => {
    const { oid, email } = await signUp()
    const other = await makeAccount(app, { role: '1' })
    const answers = await Promise.all([
      app.call(adminReviewInstitution, { oid, review_status: 1 }, admin),
      app.call(adminReviewInstitution, { oid, review_status: 2, review_msg: '资料不全' }, other),
    ])
    const [won] = answers.filter(({ error_code }) => error_code === 0)
    const [lost] = answers.filter(({ error_code }) => error_code !== 0)
    expect([lost?.error_code, lost?.msg]).toEqual([1003, '该申请已被处理'])
    const { review_status } = await succeed(app, adminInstitutionDetail, { oid }, admin)
    expect(review_status).toBe(won?.data.review_status)
    const subject = review_status === 1 ? '机构入驻申请已通过' : '机构入驻申请未通过'
    expect((await app.mailTo(email)).subject).toBe(`【明眸】${subject}`)
    const again = await app.call(adminReviewInstitution, { oid, review_status: 1 }, other)
    expect(again.error_code).toBe(1003)
    expect(app.unread().filter((mail) => mail.to === email)).toEqual([])
  })
})

test('what an administrator does to an institution is on record, with who and to whom', async () => {
  const by = await makeAccount(app, { role: '2' })
  const asked = newInstitution()
  const { oid } = await succeed(app, adminAddInstitution, asked, by)
  await succeed(app, adminChangeAccountLimit, { oid, account_limit: 4 }, by)
  await succeed(app, adminBanInstitution, { oid }, by)
  await succeed(app, adminActivateInstitution, { oid }, by)
  await succeed(app, adminDeleteInstitution, { oid, name: asked.name }, by)
  const applied = await signUp()
  await succeed(app, adminReviewInstitution, { oid: applied.oid, review_status: 1 }, by)
  const { rows } = await succeed(app, listAudit, { person: by.account, size: 100 }, by)
  const done = rows.flatMap(({ action, target_id, outcome }) =>
    action.startsWith('institution.') ? [[action, target_id, outcome]] : [],
  )
  expect(done).toEqual([
    ['institution.approve', applied.oid, 'success'],
    ['institution.delete', oid, 'success'],
    ['institution.activate', oid, 'success'],
    ['institution.ban', oid, 'success'],
    ['institution.change-limit', oid, 'success'],
    ['institution.add', oid, 'success'],
  ])
})
