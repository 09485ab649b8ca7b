import {
  addMember,
  adminChangeEmail,
  adminResetFactor,
  adminSetAccount,
  answerChange,
  beginTotp,
  confirmTotp,
  deleteMember,
  banMember,
  activateMember,
  listMembers,
  login,
  myChanges,
  myInfo,
  resetMember,
  resetMemberFactor,
  sendMemberEmail,
  setMemberEmail,
  setMyEmail,
  sendChangeEmail,
  withdrawChange,
  type AuditAction,
} from '@mingmou/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'
import { carryOutDue } from './due-changes.ts'

const HOURS = 3600

let app: MailApp
beforeAll(async () => {
  app = await mailApp()
})
afterAll(() => app.close())

interface Pair {
  main: SignedIn
  doctor: SignedIn
}

/** A main account and a clinician of one institution, both of whom have signed in. */
async function pair(): Promise<Pair> {
  const main = await makeAccount(app, { role: '3' })
  return { main, doctor: await makeAccount(app, { role: '4', oid: main.oid ?? '' }) }
}

let addresses = 0
const newAddress = () => `other${++addresses}@clinic.example.com`

/** The main account asks for another address of the clinician, by the code that came there. */
async function askEmail({ main, doctor }: Pair, email = newAddress()) {
  const { uid: aid } = doctor
  await succeed(app, sendMemberEmail, { aid, email }, main)
  const code = await app.secretTo(email)
  const { due_at } = await succeed(app, setMemberEmail, { aid, email, code }, main)
  return { email, due_at }
}

const waiting = async ({ main, doctor }: Pair) => {
  const { account } = await succeed(app, listMembers, { size: 100 }, main)
  return account.find(({ aid }) => aid === doctor.uid)?.changes ?? []
}
const onlyOne = async (two: Pair) => {
  const [change, ...others] = await waiting(two)
  expect(others).toEqual([])
  return change?.change_id ?? ''
}
const emailOf = async ({ doctor }: Pair) => {
  const row = app.context.db.selectFrom('accounts').select('email').where('uid', '=', doctor.uid)
  return (await row.executeTakeFirstOrThrow()).email
}
const entriesOf = async (uid: string, ...actions: AuditAction[]) => {
  const rows = await app.context.db
    .selectFrom('audit_log')
    .select(['action', 'uid', 'outcome', 'detail'])
    .where('target_id', '=', uid)
    .where('action', 'in', actions)
    .orderBy('id')
    .execute()
  return rows.map(({ action, uid: by, outcome }) => [action, by, outcome])
}

describe('another address of a clinician who has signed in', () => {
  test('waits three days, in which the old address has the notice, and then takes effect', async () => {
    const two = await pair()
    const before = app.context.now().getTime()
    const { email, due_at } = await askEmail(two)
    expect(Date.parse(due_at ?? '') - before).toBeGreaterThanOrEqual(72 * HOURS * 1000)
    const notice = await app.mailTo(two.doctor.email)
    expect(notice.subject).toBe('【明眸】账号邮箱将被更换')
    expect(notice.lines.join()).toMatch(
      /o\*\*\*@clinic\.example\.com[\s\S]*拒绝[\s\S]*\/app\/account/,
    )
    expect(await waiting(two)).toMatchObject([
      { kind: 'email', email, due_at, by_uid: two.main.uid },
    ])
    app.advance(71 * HOURS)
    await carryOutDue(app.context)
    expect(await emailOf(two)).toBe(two.doctor.email)
    app.advance(2 * HOURS)
    // Two workers look at the same moment.
    await Promise.all([carryOutDue(app.context), carryOutDue(app.context)])
    expect(await emailOf(two)).toBe(email)
    expect((await app.mailTo(two.doctor.email)).subject).toBe('【明眸】账号邮箱已更换')
    expect(app.unread()).toEqual([])
    expect(await entriesOf(two.doctor.uid, 'account.ask-change', 'account.change-email')).toEqual([
      ['account.ask-change', two.main.uid, 'success'],
      ['account.change-email', null, 'success'],
    ])
  })

  test('takes effect at once when the owner agrees, and never when the owner refuses', async () => {
    const two = await pair()
    const first = await askEmail(two)
    await app.mailTo(two.doctor.email)
    const shown = await succeed(app, myChanges, {}, two.doctor)
    expect(shown).toMatchObject({
      changes: [{ kind: 'email', email: first.email, by_name: '演示用户' }],
      held: null,
    })
    const change_id = shown.changes[0]?.change_id ?? ''
    await succeed(app, answerChange, { change_id, agree: false }, two.doctor)
    expect(await app.call(answerChange, { change_id, agree: true }, two.doctor)).toMatchObject({
      error_code: 1003,
      msg: '该更改已生效、被拒绝或已撤回，请刷新后核对',
    })
    app.advance(73 * HOURS)
    await carryOutDue(app.context)
    expect(await emailOf(two)).toBe(two.doctor.email)
    const again = { main: await signIn(app, two.main), doctor: await signIn(app, two.doctor) }
    const second = await askEmail(again)
    await app.mailTo(two.doctor.email)
    const agreed = { change_id: await onlyOne(again), agree: true }
    await succeed(app, answerChange, agreed, again.doctor)
    expect((await succeed(app, myInfo, { uid: two.doctor.uid }, again.doctor)).email).toBe(
      second.email,
    )
    expect((await app.mailTo(two.doctor.email)).subject).toBe('【明眸】账号邮箱已更换')
    expect(await succeed(app, myChanges, {}, again.doctor)).toEqual({ changes: [], held: null })
    expect(
      await entriesOf(two.doctor.uid, 'account.agree-change', 'account.refuse-change'),
    ).toEqual([
      ['account.refuse-change', two.doctor.uid, 'success'],
      ['account.agree-change', two.doctor.uid, 'success'],
    ])
  })

  test('is withdrawn by whoever asked, and neither withdrawn nor answered by anybody else', async () => {
    const two = await pair()
    await askEmail(two)
    await app.mailTo(two.doctor.email)
    const change_id = await onlyOne(two)
    const colleague = await makeAccount(app, { role: '4', oid: two.main.oid ?? '' })
    const admin = await makeAccount(app, { role: '1' })
    const stranger = await makeAccount(app, { role: '3' })
    for (const by of [colleague, two.main, stranger]) {
      const answered = await app.call(answerChange, { change_id, agree: true }, by)
      expect(answered.error_code).toBe(1002)
    }
    for (const by of [admin, stranger]) {
      expect((await app.call(withdrawChange, { change_id }, by)).error_code).toBe(1002)
    }
    expect((await app.call(withdrawChange, { change_id }, two.doctor)).status).toBe(600)
    await succeed(app, withdrawChange, { change_id }, two.main)
    expect((await app.call(withdrawChange, { change_id }, two.main)).error_code).toBe(1003)
    expect(await waiting(two)).toEqual([])
  })

  test('is asked for once: of two at a time one waits', async () => {
    const two = await pair()
    const aid = two.doctor.uid
    const [one, other] = [newAddress(), newAddress()]
    const codes: string[] = []
    for (const email of [one, other]) {
      await succeed(app, sendMemberEmail, { aid, email }, two.main)
      codes.push(await app.secretTo(email))
    }
    const asked = await Promise.all(
      [one, other].map((email, at) =>
        app.call(setMemberEmail, { aid, email, code: codes[at] ?? '' }, two.main),
      ),
    )
    expect(asked.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
    expect(await waiting(two)).toHaveLength(1)
    await app.mailTo(two.doctor.email)
    await succeed(app, withdrawChange, { change_id: await onlyOne(two) }, two.main)
  })

  test('is settled once, when owner, asker and worker come at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const two = await pair()
      const { email } = await askEmail(two)
      const change_id = await onlyOne(two)
      app.advance(72 * HOURS)
      const main = await signIn(app, two.main)
      const doctor = await signIn(app, two.doctor)
      const [agreed, withdrawn] = await Promise.all([
        app.call(answerChange, { change_id, agree: true }, doctor),
        app.call(withdrawChange, { change_id }, main),
        carryOutDue(app.context),
      ])
      const isMoved = (await emailOf(two)) === email
      expect(
        [agreed.error_code, withdrawn.error_code].every((code) => [0, 1003].includes(code)),
      ).toBe(true)
      expect(withdrawn.error_code === 0).toBe(!isMoved)
      const entries = await entriesOf(
        two.doctor.uid,
        'account.agree-change',
        'account.withdraw-change',
        'account.change-email',
      )
      expect(entries).toHaveLength(1)
    }
    app.unread().length = 0
  })

  test('begins anew for whoever was shut out, and where the notice is too old', async () => {
    const two = await pair()
    const { email, due_at } = await askEmail(two)
    await app.mailTo(two.doctor.email)
    await succeed(app, banMember, { aid: two.doctor.uid }, two.main)
    app.advance(72 * HOURS)
    await carryOutDue(app.context)
    const main = await signIn(app, two.main)
    await succeed(app, activateMember, { aid: two.doctor.uid }, main)
    await carryOutDue(app.context)
    const [later] = await waiting({ ...two, main })
    expect(Date.parse(later?.due_at ?? '')).toBeGreaterThan(
      Date.parse(due_at ?? '') + 71 * 3_600_000,
    )
    expect(await emailOf(two)).toBe(two.doctor.email)
    for (const subject of ['账号已被禁用', '账号已恢复'])
      expect((await app.mailTo(two.doctor.email)).subject).toContain(subject)
    app.advance((72 + 25) * HOURS)
    await carryOutDue(app.context)
    expect(await emailOf(two)).toBe(two.doctor.email)
    expect((await app.mailTo(two.doctor.email)).subject).toBe('【明眸】账号邮箱将被更换')
    app.advance(72 * HOURS)
    await carryOutDue(app.context)
    expect(await emailOf(two)).toBe(email)
    await app.mailTo(two.doctor.email)
  })

  test('ends with the account, with an address of the owner’s, and where somebody else took it', async () => {
    const gone = await pair()
    const lost = await pair()
    const own = await pair()
    for (const two of [gone, lost, own]) {
      await askEmail(two)
      await app.mailTo(two.doctor.email)
    }
    await succeed(app, deleteMember, { aid: gone.doctor.uid }, gone.main)
    const [change] = await waiting(lost)
    const member = { name: '演示医生', username: `taker${addresses}`, init_key: 'first-pass1' }
    const taken = { ...member, oid: lost.main.oid ?? '', email: change?.email ?? '' }
    await succeed(app, addMember, taken, lost.main)
    const mine = newAddress()
    const uid = own.doctor.uid
    await succeed(app, sendChangeEmail, { uid, email: mine }, own.doctor)
    const code = await app.secretTo(mine)
    await succeed(app, setMyEmail, { uid, email: mine, code }, own.doctor)
    await app.mailTo(own.doctor.email)
    app.advance(73 * HOURS)
    await carryOutDue(app.context)
    expect(await emailOf(gone)).toBe(gone.doctor.email)
    expect(await emailOf(lost)).toBe(lost.doctor.email)
    expect(await emailOf(own)).toBe(mine)
    expect(await entriesOf(lost.doctor.uid, 'account.change-email')).toEqual([
      ['account.change-email', null, 'failed'],
    ])
    const open = app.context.db.selectFrom('account_changes').select('change_id')
    const left = await open.where('done_at', 'is', null).where('ended_at', 'is', null).execute()
    expect(left).toEqual([])
  })
})

/** Sets an app up, as its owner does. */
async function withFactor(account: SignedIn): Promise<SignedIn> {
  const { password } = account
  const { ticket, secret } = await succeed(app, beginTotp, { password }, account)
  const timestamp = app.context.now().getTime()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await succeed(app, confirmTotp, { ticket, code }, account)
  await app.mailTo(account.email)
  return account
}

test('a second factor is reset when its owner agrees, who stays signed in', async () => {
  const { main, doctor } = await pair()
  const without = await app.call(resetMemberFactor, { aid: doctor.uid }, main)
  expect(without).toMatchObject({ error_code: 1003, msg: '未开启两步验证' })
  await withFactor(doctor)
  await succeed(app, resetMemberFactor, { aid: doctor.uid }, main)
  expect((await app.mailTo(doctor.email)).subject).toBe('【明眸】两步验证将被重置')
  const passwordOnly = { account: doctor.account, password: doctor.password, accountType: 2 }
  expect((await app.call(login, passwordOnly)).error_code).toBe(1011)
  const change_id = await onlyOne({ main, doctor })
  await succeed(app, answerChange, { change_id, agree: true }, doctor)
  await succeed(app, myInfo, { uid: doctor.uid }, doctor)
  expect((await app.mailTo(doctor.email)).subject).toBe('【明眸】两步验证已被重置')
  expect((await app.call(login, passwordOnly)).error_code).toBe(0)
})

test('an administrator waits for a clinician too, and for nobody else', async () => {
  const admin = await makeAccount(app, { role: '1' })
  const { main, doctor } = await pair()
  await withFactor(doctor)
  const factor = await succeed(app, adminResetFactor, { aid: doctor.uid }, admin)
  expect(factor.due_at).not.toBeNull()
  await app.mailTo(doctor.email)
  for (const person of [main, doctor]) {
    const given = { aid: person.uid, username: `${person.account}x`, name: '演示改名' }
    const named = await succeed(app, adminSetAccount, { ...given, email: newAddress() }, admin)
    expect(named.due_at).not.toBeNull()
    await app.mailTo(person.email)
    const second = await app.call(adminChangeEmail, { aid: person.uid, email: newAddress() }, admin)
    expect(second).toMatchObject({ error_code: 1003 })
    const info = await succeed(app, myInfo, { uid: person.uid }, person)
    expect([info.name, info.email]).toEqual(['演示改名', person.email])
    const { changes } = await succeed(app, myChanges, {}, person)
    // An institution does not learn the names of administrators.
    expect(changes.map(({ by_name }) => by_name)).toEqual(changes.map(() => null))
    const [change] = changes.filter(({ kind }) => kind === 'email')
    await succeed(app, withdrawChange, { change_id: change?.change_id ?? '' }, admin)
  }
  for (const role of ['2', '5'] as const) {
    const person = await makeAccount(app, { role })
    const email = newAddress()
    const moved = await succeed(app, adminChangeEmail, { aid: person.uid, email }, admin)
    expect(moved).toEqual({ due_at: null })
    expect((await succeed(app, myInfo, { uid: person.uid }, person)).email).toBe(email)
    await app.mailTo(person.email)
  }
})

test('before the first sign-in an address changes at once, and a reset holds nothing', async () => {
  const main = await makeAccount(app, { role: '3' })
  const doctor = await addAccount(app, { role: '4', oid: main.oid ?? '' })
  const { uid: aid } = doctor
  const email = newAddress()
  await succeed(app, sendMemberEmail, { aid, email }, main)
  const code = await app.secretTo(email)
  const moved = await succeed(app, setMemberEmail, { aid, email, code }, main)
  expect(moved).toEqual({ due_at: null })
  await succeed(app, resetMember, { aid }, main)
  const password = await app.secretTo(email)
  const owner = await signIn(app, { ...doctor, password })
  const held = app.context.db.selectFrom('account_changes').select('holds_until')
  expect(await held.where('uid', '=', owner.uid).execute()).toEqual(
    [1, 2].map(() => ({ holds_until: null })),
  )
})
