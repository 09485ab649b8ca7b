import {
  listPatients,
  login,
  registerOrganization,
  registerUser,
  sendOrganizationSignUpEmail,
  sendResetEmail,
  sendSignUpEmail,
  submitReset,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, makeAccount, makeInstitution } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'

let app: MailApp
beforeAll(async () => {
  app = await mailApp()
})
afterAll(() => app.close())

const PASSWORD = 'chosen-pass1'
let made = 0
const newEmail = () => `visitor${++made}@clinic.example.com`

/** An address with a fresh code to sign up. */
async function codeFor(call: typeof sendSignUpEmail = sendSignUpEmail, email = newEmail()) {
  await succeed(app, call, { email })
  return { email, code: await app.secretTo(email) }
}
const another = (code: string) => (code === '000000' ? '000001' : '000000')
const asUser = (given: { email: string; code: string }, userName = `visitor${made}`) => ({
  ...given,
  userName,
  password1: PASSWORD,
  password2: PASSWORD,
})
const asOrganization = (given: { email: string; code: string }) => ({
  ...given,
  name: '演示第1眼科医院',
  shortName: '演示眼科',
  describes: '演示机构，没有真实患者',
  contactName: '演示联系人',
  contactPhone: '010-88886666',
  areaId: ['330000', '330100', '330106'],
  address: '演示路1号',
  password1: PASSWORD,
  password2: PASSWORD,
})
const WRONG = { status: 202, error_code: 1005, msg: '验证码错误或已失效' }

describe('a trial user', () => {
  test('signs up with the code from a mail and logs in by name and by address', async () => {
    const email = newEmail()
    await succeed(app, sendSignUpEmail, { email })
    const mail = await app.mailTo(email)
    expect(mail.subject).toBe('【明眸】注册验证码')
    const code = mail.lines.find((line) => /^\d{6}$/.test(line)) ?? ''
    await succeed(app, registerUser, asUser({ email, code }, 'newcomer'))
    for (const account of ['newcomer', email]) {
      const body = { account, password: PASSWORD, accountType: 1 as const }
      const session = await succeed(app, login, body)
      expect([session.role, session.first_login]).toEqual(['5', 'not_first_login'])
    }
  })

  test('reads the mail in English where the page is English', async () => {
    const email = newEmail()
    await succeed(app, sendSignUpEmail, { email }, { language: 'en' })
    const mail = await app.mailTo(email)
    expect(mail.subject).toBe('Mingmou: code to register')
    expect(mail.lines.join('')).not.toMatch(/\p{Script=Han}/u)
    expect(mail.lines.filter((line) => /^[!-~]+$/.test(line))).toHaveLength(1)
  })

  test('is told at the field what is wrong with name, passwords and code', async () => {
    const given = asUser({ email: newEmail(), code: '12' }, 'a_b')
    const answered = await app.call(registerUser, { ...given, password1: 'weak' })
    expect(answered).toMatchObject({
      error_code: 1001,
      data: {
        fields: {
          userName: '支持大小写字母和数字。不超过32个字符',
          password1: '8-16位，至少包含大写字母、小写字母、数字及特殊字符中的两种',
          code: '请输入6位数字验证码',
        },
      },
    })
    const differing = { ...asUser({ email: newEmail(), code: '123456' }), password2: 'other-pass1' }
    expect(await app.call(registerUser, differing)).toMatchObject({
      error_code: 1001,
      data: { fields: { password2: '两次输入的密码不一致' } },
    })
  })

  test('whose name is taken chooses another with the same code', async () => {
    const { account } = await addAccount(app, { role: '5' })
    const proof = await codeFor()
    expect(await app.call(registerUser, asUser(proof, account.toUpperCase()))).toMatchObject({
      error_code: 1003,
      data: { fields: { userName: '该用户名已被使用' } },
    })
    await succeed(app, registerUser, asUser(proof))
  })

  test('who signs up twice at once with one code is there once', async () => {
    const proof = await codeFor()
    const answers = await Promise.all(
      ['first', 'second', 'third'].map((name) =>
        app.call(registerUser, asUser(proof, `${name}${made}`)),
      ),
    )
    expect(answers.map((answered) => answered.error_code).sort()).toEqual([0, 1005, 1005])
  })
})

describe('a code', () => {
  test('is used up', async () => {
    const proof = await codeFor()
    await succeed(app, registerUser, asUser(proof))
    expect(await app.call(registerUser, asUser(proof, 'again1'))).toMatchObject(WRONG)
  })

  test('ends after ten minutes', async () => {
    const proof = await codeFor()
    app.advance(601)
    expect(await app.call(registerUser, asUser(proof))).toMatchObject(WRONG)
  })

  test('takes five tries, side by side too; then the right one is no longer good', async () => {
    const proof = await codeFor()
    const wrong = asUser({ ...proof, code: another(proof.code) })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => app.call(registerUser, wrong)))
    for (const answered of answers) {
      expect(answered).toMatchObject({ ...WRONG, data: { fields: { code: WRONG.msg } } })
    }
    expect(await app.call(registerUser, asUser(proof))).toMatchObject(WRONG)
  })

  test('is good for no other address, and for nothing else than what it was asked for', async () => {
    const proof = await codeFor()
    expect(await app.call(registerUser, asUser({ ...proof, email: newEmail() }))).toMatchObject(
      WRONG,
    )
    expect(await app.call(registerOrganization, asOrganization(proof))).toMatchObject(WRONG)
    const reset = { ...proof, newpwd: PASSWORD, accountType: 1 }
    expect(await app.call(submitReset, reset)).toMatchObject(WRONG)
    await succeed(app, registerUser, asUser(proof))
  })

  test('is replaced by the next one, which comes a minute later at the earliest', async () => {
    const first = await codeFor()
    const soon = await app.call(sendSignUpEmail, { email: first.email.toUpperCase() })
    expect(soon).toMatchObject({ status: 202, error_code: 1008 })
    expect(soon.msg).toEqual([expect.stringMatching(/^尝试次数过多，请在1分钟后再试$/)])
    const { retry_after } = soon.data as unknown as { retry_after: number }
    expect(retry_after).toBeGreaterThan(50)
    app.advance(61)
    const second = await codeFor(sendSignUpEmail, first.email)
    if (second.code !== first.code) {
      expect(await app.call(registerUser, asUser(first))).toMatchObject(WRONG)
    }
    await succeed(app, registerUser, asUser(second))
  })

  test('that the mail server refuses at first arrives later, and is good', async () => {
    app.failNext('refused', 'refused')
    const proof = await codeFor()
    await succeed(app, registerUser, asUser(proof))
  })

  test('lies nowhere in the database, neither in its table nor in the queue', async () => {
    const { code, email } = await codeFor()
    const dumped = await Promise.all(
      ['email_codes', 'jobs', 'throttles', 'audit_log'].map(async (table) => {
        const rows = await sql<{ row: string }>`
          select row_to_json(t)::text as row from ${sql.raw(table)} t`.execute(app.context.db)
        return rows.rows.map(({ row }) => row).join('\n')
      }),
    )
    expect(dumped.join('\n')).not.toContain(`"${code}"`)
    // The recipient is forgotten with the finished job.
    await expect
      .poll(async () => {
        const { rows } = await sql<{ row: string }>`
          select row_to_json(t)::text as row from jobs t`.execute(app.context.db)
        return rows.some(({ row }) => row.includes(email))
      })
      .toBe(false)
  })
})

describe('who has an account', () => {
  test('shows in no answer: only the mail tells, to whom it belongs', async () => {
    const known = await addAccount(app, { role: '5' })
    const stranger = newEmail()
    const answers = [
      await app.call(sendSignUpEmail, { email: known.email }),
      await app.call(sendSignUpEmail, { email: stranger }),
    ]
    const plain = answers.map(({ status, error_code, msg, data }) => [
      status,
      error_code,
      msg,
      data,
    ])
    expect(plain[0]).toEqual(plain[1])
    const mail = await app.mailTo(known.email)
    expect(mail.subject).toBe('【明眸】该邮箱已有账号')
    expect(mail.lines.some((line) => /^\d{6}$/.test(line))).toBe(false)
    await app.secretTo(stranger)
    app.advance(61)

    const resets = [
      await app.call(sendResetEmail, { email: known.email, accountType: 1 }),
      await app.call(sendResetEmail, { email: stranger, accountType: 1 }),
    ]
    const outcomes = resets.map(({ status, error_code, msg, data }) => [
      status,
      error_code,
      msg,
      data,
    ])
    expect(outcomes[0]).toEqual(outcomes[1])
    await app.secretTo(known.email)
    for (const email of [known.email, stranger]) {
      const body = { email, code: '000000', newpwd: PASSWORD, accountType: 1 }
      expect(await app.call(submitReset, body)).toMatchObject(WRONG)
    }
    // Mails go out in the order of their requests: all before this one have arrived.
    await codeFor()
    expect(app.unread()).toEqual([])
  })
})

describe('a password reset', () => {
  const reset = async (account: { email: string; accountType: 1 | 2 }, newpwd = 'reset-pass1') => {
    const { email, accountType } = account
    await succeed(app, sendResetEmail, { email, accountType })
    const code = await app.secretTo(email)
    await succeed(app, submitReset, { email, code, newpwd, accountType })
  }

  test('lets the owner in with the new password, and ends the session that was there', async () => {
    const account = await makeAccount(app, { role: '3' })
    await reset(account)
    const { account: name, accountType, token } = account
    expect((await app.call(listPatients, {}, { token })).status).toBe(403)
    const session = await succeed(app, login, {
      account: name,
      password: 'reset-pass1',
      accountType,
    })
    expect(session.first_login).toBe('not_first_login')
  })

  test('opens a known browser that wrong passwords have shut', async () => {
    const { account, email, password, accountType } = await addAccount(app, { role: '4' })
    const first = await app.call(login, { account, password, accountType })
    const made = first.headers.getSetCookie().find((line) => line.startsWith('known_device'))
    const here = { headers: { cookie: made?.split(';')[0] ?? '' } }
    const wrong = { account, password: 'wrong-one1', accountType }
    for (let n = 0; n < 6; n++) await app.call(login, wrong, here)
    const newpwd = 'reset-pass1'
    expect((await app.call(login, { ...wrong, password }, here)).error_code).toBe(1008)
    await succeed(app, sendResetEmail, { email, accountType })
    const code = await app.secretTo(email)
    await succeed(app, submitReset, { email, code, newpwd, accountType }, here)
    expect((await app.call(login, { ...wrong, password: newpwd }, here)).error_code).toBe(0)
  })

  test('opens an account that wrong passwords have shut', async () => {
    const { account, email, accountType } = await addAccount(app, { role: '4' })
    const wrong = { account, password: 'wrong-one1', accountType }
    for (let n = 0; n < 6; n++) await app.call(login, wrong)
    expect((await app.call(login, wrong)).error_code).toBe(1008)
    await reset({ email, accountType })
    await succeed(app, login, { account, password: 'reset-pass1', accountType })
  })

  test('lets the owner in where he did it, while strangers go on trying', async () => {
    const { account, email, accountType } = await addAccount(app, { role: '4' })
    const wrong = { account, password: 'wrong-one1', accountType }
    const elsewhere = { headers: { 'x-forwarded-for': '203.0.113.9' } }
    await reset({ email, accountType })
    for (let n = 0; n < 7; n++) await app.call(login, wrong, elsewhere)
    expect((await app.call(login, wrong, elsewhere)).error_code).toBe(1008)
    await succeed(app, login, { account, password: 'reset-pass1', accountType })
  })

  test('is of the account of the other login type, where the address has no other account', async () => {
    const { account, email } = await addAccount(app, { role: '4' })
    await reset({ email, accountType: 1 })
    await succeed(app, login, { account, password: 'reset-pass1', accountType: 2 })
  })
})

describe('an institution', () => {
  test('that signed up waits for its review, and says so to whoever knows the password', async () => {
    const proof = await codeFor(sendOrganizationSignUpEmail)
    await succeed(app, registerOrganization, asOrganization(proof))
    const body = { account: proof.email, password: PASSWORD, accountType: 2 as const }
    expect(await app.call(login, body)).toMatchObject({
      error_code: 1007,
      msg: '机构入驻申请审核中',
    })
    const row = await app.context.db
      .selectFrom('institutions')
      .selectAll()
      .where('email', '=', proof.email)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ review_status: 0, join_type: 1, status: 1, account_limit: 10 })

    await app.context.db
      .updateTable('institutions')
      .set({ review_status: 1 })
      .where('oid', '=', row.oid)
      .execute()
    const session = await succeed(app, login, body)
    expect([session.role, session.first_login]).toEqual(['3', 'is_first_login'])
  })

  test('whose sign-up was refused may sign up again with the same address', async () => {
    const { oid } = await makeInstitution(app, { review_status: 2 })
    const { email } = await addAccount(app, { role: '3', oid })
    const proof = await codeFor(sendOrganizationSignUpEmail, email)
    await succeed(app, registerOrganization, asOrganization(proof))
    const body = { account: email, password: PASSWORD, accountType: 2 }
    expect((await app.call(login, body)).msg).toBe('机构入驻申请审核中')
  })

  test('names an area that is there', async () => {
    const proof = await codeFor(sendOrganizationSignUpEmail)
    const given = { ...asOrganization(proof), areaId: ['330000', '110100'] }
    expect(await app.call(registerOrganization, given)).toMatchObject({
      error_code: 1001,
      data: { fields: { areaId: '所在地区不存在' } },
    })
    await succeed(app, registerOrganization, asOrganization(proof))
  })
})
