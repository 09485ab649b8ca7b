import {
  addMember,
  adminActivateInstitution,
  adminAddInstitution,
  adminBanInstitution,
  adminChangeEmail,
  adminDeleteInstitution,
  adminInstitutionDetail,
  adminListDeletedInstitutions,
  adminListInstitutions,
  adminRestoreInstitution,
  createReport,
  fundusArchive,
  getReport,
  institutionInfo,
  listPatients,
  listReports,
  listMembers,
  login,
  setInstitutionInfo,
} from '@mingmou/contract'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeArchive, makePatient, predict, upload } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed } from '../../testing/test-app.ts'
import { passHour } from '../../testing/hour.ts'
import { purgeInstitutions } from './purge.ts'

const DAY = 86_400
let app: MailApp
beforeAll(async () => {
  app = await mailApp()
})
afterAll(() => app.close())

/** An administrator with a new session at the clock's time. */
const administrator = (role: '1' | '2' = '1') => makeAccount(app, { role })

/** An institution with a logo, a sub-account, a patient, an image, an analysis and a report. */
async function makeClinic() {
  const main = await makeAccount(app, { role: '3' })
  const oid = main.oid ?? ''
  const member = await makeAccount(app, { role: '4', oid })
  const { name, area_id, ...rest } = await succeed(app, institutionInfo, { uid: main.uid }, main)
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0f766e' } })
  const logo = await upload(app, main, await picture.png().toBuffer(), 'logo.png', 'logo')
  const { contact, phone, address, short_name } = rest
  const info = { oid, name, shortName: short_name, describes: '演示', contact, phone, address }
  await succeed(app, setInstitutionInfo, { ...info, areaId: area_id, logo }, main)
  const pid = await makePatient(app, member)
  const rid = await makeArchive(app, member, pid)
  const analysis_id = await predict(app, member, rid)
  await analyse(oid, analysis_id)
  const { report_no } = await succeed(
    app,
    createReport,
    {
      uid: member.uid,
      patient_id: pid,
      analysis_id,
      analysis_type: '1',
      diagnostic_opinion: '演示意见',
      image_index: 0,
    },
    member,
  )
  await providedFor(oid, member.uid)
  return { oid, name, main, member, pid, rid, report_no }
}

/** A provider that is off, and a member who signed in there before. */
async function providedFor(oid: string, uid: string): Promise<void> {
  const issuer = 'https://login.example.com'
  const named = { sign_in_code: oid, name: '演示', issuer, client_id: '-' }
  const off = { enabled: false, required: false, fresh: true }
  const { db } = app.context
  await db
    .insertInto('sso_providers')
    .values({ oid, ...named, ...off, client_secret: Buffer.from('-') })
    .execute()
  const created_at = new Date()
  await db.insertInto('sso_links').values({ uid, oid, issuer, sub: '-', created_at }).execute()
}

/** The state that a worker leaves, without the minutes it takes. */
async function analyse(oid: string, id: string): Promise<void> {
  const key = `analyses/${oid}/${id}/0/vessels.png`
  await app.context.files.put(key, Buffer.from('map'), 'image/png')
  const printed = `reports/${oid}/${id}/current.pdf`
  await app.context.files.put(printed, Buffer.from('pdf'), 'application/pdf')
  const record = { analysis_record_id: id, image_index: 0, oid }
  await withInstitution(app.context.db, oid, async (trx) => {
    const overlays = JSON.stringify([{ name: 'vessels', key }])
    const found = { findings: JSON.stringify(SAMPLE_FINDINGS), overlays, error: null }
    await trx
      .insertInto('analysis_images')
      .values({ ...record, ...found })
      .execute()
    const stated = { name: 'eye', value: '"OD"', reason: '', replaces: null, created_by: uuid() }
    const { rid } = await trx
      .selectFrom('analyses')
      .select('rid')
      .where('analysis_record_id', '=', id)
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('corrections')
      .values({ ...record, rid, correction_id: uuid(), ...stated })
      .execute()
    await trx.updateTable('analyses').set({ status: 'done', progress: 1 }).execute()
  })
}

const filesOf = async (oid: string) => {
  const keys: string[] = []
  for (const area of ['archives', 'analyses', 'logos', 'reports']) {
    for await (const { key } of app.context.files.list(`${area}/${oid}/`)) keys.push(key)
  }
  return keys.sort()
}
const logIn = ({ account, password }: Pick<SignedIn, 'account' | 'password'>) =>
  app.call(login, { account, password, accountType: 2 })
const publicReport = (report_no: string) =>
  app.call(getReport, { report_id: report_no, diagnosis_class: '1' })

describe('deleting an institution', () => {
  test('takes no other name than its own, letter by letter', async () => {
    const admin = await administrator('2')
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    const { name } = await succeed(app, adminInstitutionDetail, { oid }, admin)
    for (const [typed, said] of [
      ['', '此项不能为空'],
      [`${name}1`, '与机构名称不一致'],
    ] as const) {
      expect(await app.call(adminDeleteInstitution, { oid, name: typed }, admin)).toMatchObject({
        error_code: 1001,
        data: { fields: { name: said } },
      })
    }
    expect((await app.call(listPatients, {}, main)).status).toBe(200)
    const nobody = { oid: uuid(), name }
    expect((await app.call(adminDeleteInstitution, nobody, admin)).error_code).toBe(1002)
    await succeed(app, adminDeleteInstitution, { oid }, admin)
  })

  test('ends its accounts and hides it at once, tells its main account, and shuts its reports', async () => {
    const admin = await administrator('2')
    const { oid, name, main, member, report_no } = await makeClinic()
    expect((await publicReport(report_no)).error_code).toBe(0)
    const { final_at } = await succeed(app, adminDeleteInstitution, { oid, name }, admin)
    const days = (Date.parse(final_at) - app.context.now().getTime()) / 1000 / DAY
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
    for (const by of [main, member]) {
      expect((await app.call(listPatients, {}, by)).status).toBe(403)
      expect((await logIn(by)).error_code).toBe(1004)
    }
    const mail = await app.mailTo(main.email)
    expect(mail.subject).toBe('【明眸】机构已被删除')
    expect((await publicReport(report_no)).error_code).toBe(1002)
    expect((await succeed(app, adminListInstitutions, { name }, admin)).total_count).toBe(0)
    for (const call of [
      adminInstitutionDetail,
      adminBanInstitution,
      adminActivateInstitution,
      adminDeleteInstitution,
    ]) {
      expect((await app.call(call, { oid, name }, admin)).error_code).not.toBe(0)
    }
  })
})

test('a sub-account added at the moment of the deletion is deleted too, or never added', async () => {
  const admin = await administrator()
  const main = await makeAccount(app, { role: '3' })
  const oid = main.oid ?? ''
  const { name } = await succeed(app, institutionInfo, { uid: main.uid }, main)
  const add = (index: number) => {
    const username = `late${index}`
    const email = `${username}@clinic.example.com`
    const member = { oid, name: '演示医生', username, email, init_key: 'first-pass1' }
    return app.call(addMember, member, main)
  }
  const before = [add(1), add(2), add(3)]
  const deleting = app.call(adminDeleteInstitution, { oid, name }, admin)
  const answers = await Promise.all([...before, add(4), add(5), add(6)])
  expect((await deleting).error_code).toBe(0)
  expect(answers.every(({ error_code }) => [0, 1002, 403].includes(error_code))).toBe(true)
  const living = await app.context.db
    .selectFrom('accounts')
    .select('username')
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .execute()
  expect(living).toEqual([])
})

describe('undoing a deletion', () => {
  test('brings everything back as it was, within thirty days', async () => {
    const { oid, name, main, member, pid, report_no } = await makeClinic()
    const gone = await addAccount(app, { role: '4', oid, status: 2 })
    const before = await filesOf(oid)
    await succeed(app, adminDeleteInstitution, { oid, name }, await administrator('2'))
    await app.mailTo(main.email)

    app.advance(2 * DAY)
    await passHour(app.context)
    app.advance(27 * DAY)
    await purgeInstitutions(app.context)
    const chief = await administrator()
    const { organizations } = await succeed(app, adminListDeletedInstitutions, {}, chief)
    expect(organizations[0]).toMatchObject({ oid, name })
    expect(await succeed(app, adminRestoreInstitution, { oid }, chief)).toEqual({
      members_left: 0,
    })
    expect((await app.mailTo(main.email)).subject).toBe('【明眸】机构已恢复')
    const again = await signIn(app, member)
    const { rows } = await succeed(app, listPatients, {}, again)
    expect(rows.map((row) => row.pid)).toEqual([pid])
    const reports = await succeed(app, listReports, { diagnosis_class: '1' }, again)
    expect(reports.rows.map((row) => row.report_no)).toEqual([report_no])
    expect(await filesOf(oid)).toEqual(before)
    await signIn(app, main)
    // The ban that he had stays.
    expect((await logIn(gone)).msg).toBe('账号已被禁用')
    expect((await app.call(adminRestoreInstitution, { oid }, chief)).error_code).toBe(1002)
  })

  test('leaves out the sub-accounts whose name others have by now, and tells how many', async () => {
    const chief = await administrator()
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    const stays = await makeAccount(app, { role: '4', oid })
    const early = await makeAccount(app, { role: '4', oid })
    const lost = await makeAccount(app, { role: '4', oid })
    const db = app.context.db
    await db
      .updateTable('accounts')
      .set({ deleted_at: new Date(0) })
      .where('uid', '=', early.uid)
      .execute()
    const { name } = await succeed(app, institutionInfo, { uid: main.uid }, main)
    await succeed(app, adminDeleteInstitution, { oid, name }, chief)
    const other = await addAccount(app, { role: '4' })
    await db
      .updateTable('accounts')
      .set({ username: lost.account.toUpperCase() })
      .where('uid', '=', other.uid)
      .execute()
    expect(await succeed(app, adminRestoreInstitution, { oid }, chief)).toEqual({
      members_left: 1,
    })
    const { account } = await succeed(app, listMembers, {}, await signIn(app, main))
    expect(account.map(({ aid }) => aid)).toEqual([stays.uid])
  })

  test('waits until the address of the main account is free again', async () => {
    const chief = await administrator()
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    const { name } = await succeed(app, institutionInfo, { uid: main.uid }, main)
    await succeed(app, adminDeleteInstitution, { oid, name }, chief)
    await app.mailTo(main.email)
    const successor = {
      name: '演示后继医院',
      area_id: ['330000', '330100', '330106'],
      phone: '010-88886666',
      short_name: '演示后继',
      describes: '演示机构',
      address: '演示路4号',
      email: main.email,
      contact: '演示联系人',
    }
    const added = await succeed(app, adminAddInstitution, successor, chief)
    expect(await app.call(adminRestoreInstitution, { oid }, chief)).toMatchObject({
      error_code: 1003,
      msg: '该机构主账号的邮箱已被其他账号使用，请先更换对方的邮箱',
    })
    const { main_account } = await succeed(app, adminInstitutionDetail, added, chief)
    const email = 'successor@clinic.example.com'
    await succeed(app, adminChangeEmail, { aid: main_account.aid, email }, chief)
    await succeed(app, adminRestoreInstitution, { oid }, chief)
    await signIn(app, main)
  })

  test('is for role 1, once, also when two do it at the same moment', async () => {
    const chiefs = [await administrator(), await administrator()]
    const main = await makeAccount(app, { role: '3' })
    const oid = main.oid ?? ''
    const { name } = await succeed(app, institutionInfo, { uid: main.uid }, main)
    const deletions = await Promise.all(
      chiefs.map((by) => app.call(adminDeleteInstitution, { oid, name }, by)),
    )
    expect(deletions.map(({ error_code }) => error_code).sort()).toEqual([0, 1002])
    const second = await administrator('2')
    expect((await app.call(adminRestoreInstitution, { oid }, second)).status).toBe(600)
    const answers = await Promise.all(
      chiefs.map((by) => app.call(adminRestoreInstitution, { oid }, by)),
    )
    expect(answers.map(({ error_code }) => error_code).sort()).toEqual([0, 1002])
  })
})

describe('after thirty days', () => {
  test('patients, images and reports are gone for good, and nobody else loses any', async () => {
    const doomed = await makeClinic()
    const other = await makeClinic()
    const { oid, name } = doomed
    const kept = await filesOf(other.oid)
    expect(await filesOf(oid)).toHaveLength(kept.length)
    await succeed(app, adminDeleteInstitution, { oid, name }, await administrator())
    const rows = (of: string) =>
      withInstitution(app.context.db, of, async (trx) => {
        const counts = TABLES.map(async (table) => {
          const found = await trx.selectFrom(table).select('oid').where('oid', '=', of).execute()
          return found.length
        })
        return Promise.all(counts)
      })
    expect(await rows(oid)).toEqual(TABLES.map(() => 1))

    app.advance(30 * DAY + 1)
    const chief = await administrator()
    expect((await app.call(adminRestoreInstitution, { oid }, chief)).error_code).toBe(1002)
    const { organizations } = await succeed(app, adminListDeletedInstitutions, {}, chief)
    expect(organizations.map((organization) => organization.oid)).not.toContain(oid)
    await Promise.all([purgeInstitutions(app.context), purgeInstitutions(app.context)])
    expect(await rows(oid)).toEqual(TABLES.map(() => 0))
    expect(await filesOf(oid)).toEqual([])

    expect(await rows(other.oid)).toEqual(TABLES.map(() => 1))
    expect(await filesOf(other.oid)).toEqual(kept)
    const clinician = await signIn(app, other.member)
    const { rows: archives } = await succeed(app, fundusArchive.list, { pid: other.pid }, clinician)
    expect(archives.map(({ rid }) => rid)).toEqual([other.rid])
    const log = await app.context.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', oid)
      .orderBy('id', 'desc')
      .execute()
    expect(log.map(({ action }) => action)).toEqual([
      'institution.purge',
      'institution.delete',
      'institution.change',
    ])
  })
})

const TABLES = [
  'patients',
  'archives',
  'archive_images',
  'analyses',
  'analysis_images',
  'corrections',
  'reports',
  'sso_links',
  'sso_providers',
] as const
