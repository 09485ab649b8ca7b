import {
  addMember,
  askErasure,
  confirmErasure,
  createReport,
  deletePatient,
  login,
  myChanges,
  resetMember,
  sendMemberEmail,
  setMemberEmail,
  unlinkMember,
  updatePassword,
  voidReport,
} from '@mingmou/contract'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepFindings, makeArchive, makePatient } from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'
import { carryOutDue } from './due-changes.ts'

const HOURS = 3600
const CHOSEN = 'taken-over1'

let app: MailApp
beforeAll(async () => {
  app = await mailApp()
})
afterAll(() => app.close())

const tamper = (statement: string) =>
  withFullRights(app.context.config.databaseUrl, (client: pg.Client) => client.query(statement))

/** Nobody can wait for fifteen years: here the law asks for less than none. */
const endTheTime = (oid: string) =>
  tamper(`alter table institutions drop constraint if exists erasure_after_legal_time;
    update institutions set erasure_years = -1 where oid = '${oid}'`)

/** A deleted patient whose erasure one person asked for. */
async function erasable(main: SignedIn): Promise<string> {
  await endTheTime(main.oid ?? '')
  const pid = await makePatient(app, main)
  await succeed(app, deletePatient, { pid }, main)
  await succeed(app, askErasure, { pid }, main)
  return pid
}

/** What a person signs: a new report, one that is void after, and an erasure. */
async function signing(main: SignedIn) {
  const pid = await makePatient(app, main)
  const rid = await makeArchive(app, main, pid)
  const analysis_id = await keepFindings(app, main, { pid, rid })
  const report = { patient_id: pid, analysis_id, analysis_type: '1', image_index: 0 } as const
  const sign = (by: SignedIn) =>
    app.call(createReport, { ...report, uid: by.uid, diagnostic_opinion: by.uid }, by)
  const { data } = await sign(main)
  const gone = await erasable(main)
  return {
    sign,
    declareVoid: (by: SignedIn) =>
      app.call(voidReport, { report_id: data.report_id, reason: '患者有误' }, by),
    confirm: (by: SignedIn) => app.call(confirmErasure, { pid: gone }, by),
    /** As the program does, by its own role. */
    confirmInDatabase: (by: SignedIn) =>
      tamper(`begin; set local role mingmou_app; set local app.oid = '${main.oid ?? ''}';
        select erase_patient((select erasure_id from erasures where pid = '${gone}'), '${by.uid}', '{}');
        commit`),
  }
}

/** Comes in by a mailed initial password, and chooses another one. */
async function enterBy(mailed: string, who: SignedIn): Promise<SignedIn> {
  const first = await signIn(app, { ...who, password: mailed })
  const given = { uid: who.uid, oldpwd: mailed, newpwd1: CHOSEN }
  await succeed(app, updatePassword, given, first)
  return signIn(app, { ...who, password: CHOSEN })
}

const refused = (msg: RegExp) => ({
  error_code: 1003,
  msg: expect.stringMatching(msg) as unknown,
})

describe('a main account that would become its clinician', () => {
  let main: SignedIn
  let doctor: SignedIn
  let work: Awaited<ReturnType<typeof signing>>
  const email = 'attacker@clinic.example.com'
  const askEmail = async () => {
    await succeed(app, sendMemberEmail, { aid: doctor.uid, email }, main)
    const code = await app.secretTo(email)
    return succeed(app, setMemberEmail, { aid: doctor.uid, email, code }, main)
  }
  beforeAll(async () => {
    main = await makeAccount(app, { role: '3' })
    doctor = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
    work = await signing(main)
  })

  test('gets no password: it goes to the address that the clinician has', async () => {
    expect((await askEmail()).due_at).not.toBeNull()
    expect((await app.mailTo(doctor.email)).subject).toContain('账号邮箱将被更换')
    await succeed(app, resetMember, { aid: doctor.uid }, main)
    const mailed = await app.secretTo(doctor.email)
    expect(app.unread()).toEqual([])
    doctor = await enterBy(mailed, doctor)
  })

  test('keeps the account from signing while the change waits', async () => {
    const why = /^他人申请更换您的账号邮箱（\d{4}-\d{2}-\d{2} \d{2}:\d{2}生效）.*同意或拒绝$/
    for (const act of [work.sign, work.declareVoid, work.confirm])
      expect(await act(doctor)).toMatchObject(refused(why))
    await expect(work.confirmInDatabase(doctor)).rejects.toThrow('neither changed the other')
  })

  test('signs nothing in the first day of a reset, is no second person after it', async () => {
    app.advance(72 * HOURS)
    await carryOutDue(app.context)
    expect((await app.mailTo(doctor.email)).subject).toContain('账号邮箱已更换')
    main = await signIn(app, main)
    app.advance(23 * HOURS)
    main = await signIn(app, main)
    await succeed(app, resetMember, { aid: doctor.uid }, main)
    const taken = await enterBy(await app.secretTo(email), doctor)
    const why = /^您的密码刚由他人重置，.*前不能签发或作废报告、确认销毁$/
    for (const act of [work.sign, work.declareVoid, work.confirm])
      expect(await act(taken)).toMatchObject(refused(why))
    const { held } = await succeed(app, myChanges, {}, taken)
    expect(held).toMatchObject({ kind: 'password' })
    app.advance(24 * HOURS)
    const later = await signIn(app, taken)
    expect(await work.confirm(later)).toMatchObject(refused(/^您与申请人在30天内有一方/))
    await expect(work.confirmInDatabase(later)).rejects.toThrow('neither changed the other')
    const { error_code, data } = await work.sign(later)
    expect(error_code).toBe(0)
    const signed = await app.context.db
      .selectFrom('audit_log')
      .select('detail')
      .where('target_id', '=', data.report_id)
      .executeTakeFirstOrThrow()
    expect(signed.detail).toMatchObject({
      account_changed: ['password', 'email', 'password'].map((kind) => ({ kind, by: main.uid })),
    })
    const shut = await app.call(login, { ...doctor, account: doctor.email })
    expect(shut.error_code).not.toBe(0)
    // After thirty days nobody changed the other.
    await tamper(`set session_replication_role = replica;
      update account_changes set done_at = done_at - interval '40 days',
        holds_until = holds_until - interval '40 days' where uid = '${doctor.uid}'`)
    expect((await work.confirm(later)).error_code).toBe(0)
  })
})

test('somebody whom the other one made is no second person for thirty days, and another one is', async () => {
  const main = await makeAccount(app, { role: '3' })
  const oid = main.oid ?? ''
  const member = { oid, name: '演示医生', username: 'strawman', email: 'straw@clinic.example.com' }
  const { aid } = await succeed(app, addMember, { ...member, init_key: 'first-pass1' }, main)
  const straw = { uid: aid, oid, account: 'strawman', email: member.email }
  const known = { ...straw, role: '4', accountType: 2, password: 'first-pass1' } as const
  const first = await signIn(app, known)
  const made = await enterBy('first-pass1', first)
  const work = await signing(main)
  // It is its own account: it signs reports from the first day.
  expect((await work.sign(made)).error_code).toBe(0)
  expect(await work.confirm(made)).toMatchObject(refused(/30天内/))
  await expect(work.confirmInDatabase(made)).rejects.toThrow('neither changed the other')
  const other = await signIn(app, await addAccount(app, { role: '4', oid }))
  expect((await work.confirm(other)).error_code).toBe(0)
})

test('an account that lost its link to the provider by another hand signs nothing for a day', async () => {
  const main = await makeAccount(app, { role: '3' })
  const doctor = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
  const work = await signing(main)
  const { uid, oid } = doctor
  await app.context.db
    .insertInto('sso_links')
    .values({
      uid,
      oid: oid ?? '',
      issuer: 'https://id.example.com/',
      sub: '1',
      created_at: new Date(),
    })
    .execute()
  await succeed(app, unlinkMember, { aid: uid }, main)
  await app.mailTo(doctor.email)
  const again = await signIn(app, doctor)
  expect(await work.sign(again)).toMatchObject(refused(/^您的单点登录绑定刚由他人解除/))
  const english = await app.call(
    voidReport,
    { report_id: uid, reason: 'x' },
    { ...again, language: 'en' },
  )
  expect(english.msg).toMatch(/^Your single sign-on was unlinked by someone else\. .* after \d{4}-/)
  app.advance(24 * HOURS)
  expect((await work.sign(await signIn(app, doctor))).error_code).toBe(0)
})

test('what was settled stays as it is, also for SQL in the program’s name', async () => {
  const set = (change: string) =>
    tamper(`begin; set local role mingmou_app; update account_changes set ${change}; commit`)
  await expect(set('ended_at = now()')).rejects.toThrow('is settled')
  await expect(set(`by_uid = uid`)).rejects.toThrow('permission denied')
  await expect(
    tamper('begin; set local role mingmou_app; delete from account_changes; commit'),
  ).rejects.toThrow('permission denied')
})
