import {
  addMember,
  banMember,
  exportAudit,
  listAudit,
  listPatients,
  listMembers,
  LIST_COUNT_LIMIT,
  login,
  logout,
  patientInfo,
  today,
  type AuditEntry,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePatient } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
let member: SignedIn
let admin: SignedIn
beforeAll(async () => {
  app = await testApp()
  main = await makeAccount(app, { role: '3' })
  member = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
  admin = await makeAccount(app, { role: '1' })
})
afterAll(() => app.close())

const entriesOf = async (by: SignedIn, filter: object = {}): Promise<AuditEntry[]> =>
  (await succeed(app, listAudit, { size: 100, ...filter }, by)).rows

/** The text of an entry, in short. */
const summaryOf = (rows: readonly AuditEntry[]) =>
  rows.map(({ action, username, outcome }) => [action, username, outcome])

describe('who opened a patient', () => {
  test('is seen by the main account, with who, when, where from and what', async () => {
    const pid = await makePatient(app, member, { name: '演示甲' })
    const before = Date.now()
    await succeed(app, patientInfo, { pid }, member)
    const rows = await entriesOf(main, { pid })
    expect(summaryOf(rows)).toEqual([
      ['patient.open', member.account, 'success'],
      ['patient.add', member.account, 'success'],
    ])
    const [opened] = rows
    expect(opened).toMatchObject({
      uid: member.uid,
      name: '演示用户',
      role: '4',
      ip: '127.0.0.1',
      target_type: 'patient',
      target_id: pid,
      pid,
      patient_name: '演示甲',
    })
    expect(Math.abs(Date.parse(opened?.at ?? '') - before)).toBeLessThan(60_000)
  })

  test('is found by person, action, target, outcome and day', async () => {
    const pid = await makePatient(app, main, { name: '演示乙', ad_card_number: 'FIND-77' })
    await succeed(app, patientInfo, { pid }, member)
    for (const filter of [
      { person: member.account.toUpperCase(), action: 'patient.open', pid },
      { target: '演示乙', action: 'patient.open' },
      { target: 'find-77', action: 'patient.open', outcome: 'success' },
      { target: pid, action: 'patient.open', from: today(), to: today() },
    ]) {
      expect([filter, summaryOf(await entriesOf(main, filter))]).toEqual([
        filter,
        [['patient.open', member.account, 'success']],
      ])
    }
    for (const filter of [
      { pid, person: 'nobody' },
      { pid, outcome: 'failed' },
      { pid, to: '2020-01-01' },
    ]) {
      expect(await entriesOf(main, filter)).toEqual([])
    }
  })

  test('that was asked for in vain, since it is another institution’s, is on record', async () => {
    const stranger = await makeAccount(app, { role: '3' })
    const pid = await makePatient(app, member)
    expect((await app.call(patientInfo, { pid }, stranger)).error_code).toBe(1002)
    const [row] = await entriesOf(stranger, { action: 'record.refused' })
    expect(row).toMatchObject({
      uid: stranger.uid,
      outcome: 'refused',
      detail: { call: '/v1/patient/basicInfo', pid },
      patient_name: null,
    })
    expect(await entriesOf(main, { action: 'record.refused' })).toEqual([])
  })
})

describe('whose entries are seen', () => {
  test('an institution sees its own alone', async () => {
    const stranger = await makeAccount(app, { role: '3' })
    const pid = await makePatient(app, member)
    expect(await entriesOf(stranger, { pid })).toEqual([])
    expect(await entriesOf(stranger, { target: '演示患者', action: 'patient.add' })).toEqual([])
    const ownEntries = await entriesOf(stranger)
    expect(summaryOf(ownEntries)).toEqual([['session.login', stranger.account, 'success']])
  })

  test('administrators see the platform’s, and no patient', async () => {
    await makePatient(app, member)
    await addAccount(app, { role: '5' })
    await app.call(login, { account: 'nobody9', password: 'wrong-one1', accountType: 1 })
    const rows = await entriesOf(admin)
    expect(summaryOf(rows)).toContainEqual(['session.login', admin.account, 'success'])
    expect(rows.find(({ uid }) => uid === null)).toMatchObject({ outcome: 'refused', role: null })
    expect(rows.every(({ patient_name, role }) => patient_name === null && role !== '4')).toBe(true)
    expect(rows.some(({ action }) => action.startsWith('patient.'))).toBe(false)
  })

  test('sub-accounts and trial users see none', async () => {
    const trial = await makeAccount(app, { role: '5' })
    for (const who of [member, trial]) {
      expect((await app.call(listAudit, {}, who)).status).toBe(600)
      expect((await app.call(exportAudit, {}, who)).status).toBe(600)
    }
    const [row] = await entriesOf(main, { person: member.account, action: 'call.refused' })
    expect(row).toMatchObject({ outcome: 'refused', detail: { call: '/v1/audit/export' } })
  })
})

describe('what is on record', () => {
  test('every sign-in and sign-out, and every one that was refused', async () => {
    const known = await addAccount(app, { role: '4', oid: main.oid ?? '' })
    const { account, password, accountType } = known
    await app.call(login, { account, password: 'wrong-one1', accountType })
    const { uid, token } = await succeed(app, login, { account, password, accountType })
    await succeed(app, logout, { uid, token }, { token })
    const rows = await entriesOf(main, { target: account })
    expect(summaryOf(rows)).toEqual([['session.login', null, 'refused']])
    expect(rows[0]).toMatchObject({ target_name: account, ip: '127.0.0.1' })
    expect(summaryOf(await entriesOf(main, { person: account }))).toEqual([
      ['session.logout', account, 'success'],
      ['session.login', account, 'success'],
    ])
  })

  test('every change of an account', async () => {
    const given = { oid: main.oid ?? '', name: '演示丙', username: 'audited1' }
    const email = 'audited1@clinic.example.com'
    const { aid } = await succeed(
      app,
      addMember,
      { ...given, email, init_key: 'first-key-1' },
      main,
    )
    await succeed(app, banMember, { aid }, main)
    expect(summaryOf(await entriesOf(main, { target: 'audited1' }))).toEqual([
      ['account.ban', main.account, 'success'],
      ['account.add', main.account, 'success'],
    ])
  })

  test('no word that was searched for, and no name of a patient', async () => {
    await makePatient(app, member, { name: '演示丁' })
    await succeed(app, listPatients, { name: '演示丁' }, member)
    const [row] = await entriesOf(main, { person: member.account, action: 'patient.list' })
    expect(row?.detail).toEqual({ rows: 1 })
    const kept = await app.context.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('演示丁')
  })
})

describe('the CSV file', () => {
  const fetchCsv = (body: object, by: SignedIn, language = 'zh-CN') =>
    fetch(`${app.url}${exportAudit.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        authorization: `Bearer ${by.token}`,
      },
      body: JSON.stringify(body),
    })

  test('has every entry that is searched for, with names in the reader’s language', async () => {
    const pid = await makePatient(app, member, { name: '演示戊' })
    const answered = await fetchCsv({ pid }, main)
    expect(answered.status).toBe(200)
    expect(answered.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answered.headers.get('cache-control')).toBe('no-store')
    expect(answered.headers.get('content-disposition')).toBe(
      `attachment; filename="audit-${today()}.csv"`,
    )
    const bytes = Buffer.from(await answered.arrayBuffer())
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    const lines = bytes.toString().slice(1).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^"时间（北京时间）","姓名","用户名"/)
    expect(lines[1]).toContain(
      `"${member.account}","机构子账号","127.0.0.1","新增患者","成功","演示戊"`,
    )
    const english = await (await fetchCsv({ pid }, main, 'en')).text()
    expect(english).toContain('"Sub-account","127.0.0.1","Add a patient","Done"')
    const [row] = await entriesOf(main, { action: 'audit.export' })
    expect(row).toMatchObject({ uid: main.uid, outcome: 'success', detail: { pid } })
  })

  test('is no spreadsheet that calculates, whatever a name is', async () => {
    const { db } = app.context
    const names = ['=1+1', '+cmd', '-2', '@SUM(A1)', '\t=1', '＝1', ' =1', '"quoted",=1']
    const by = await makeAccount(app, { role: '3' })
    for (const name of names) {
      await db.updateTable('accounts').set({ name }).where('uid', '=', by.uid).execute()
      const cells = (await (await fetchCsv({}, by)).text()).split('\r\n')[1]?.split(',') ?? []
      const cell = cells.slice(1, name.includes(',') ? 3 : 2).join(',')
      const safe = name.startsWith('"') ? '"""quoted"",=1"' : `"'${name}"`
      expect([name, cell]).toEqual([name, safe])
    }
    // A spreadsheet whose lists are parted by semicolons begins a cell at each.
    for (const [name, safe] of [
      ['x;=1+1;', `"x;'=1+1;"`],
      ['；=1', `"；'=1"`],
    ] as const) {
      await db.updateTable('accounts').set({ name }).where('uid', '=', by.uid).execute()
      expect((await (await fetchCsv({}, by)).text()).split('\r\n')[1]).toContain(safe)
    }
  })

  test('of a long log comes in pieces, complete', async () => {
    const by = await makeAccount(app, { role: '3' })
    const rows = Array.from({ length: 2500 }, (_, n) => ({
      uid: by.uid,
      oid: by.oid,
      role: by.role,
      ip: '203.0.113.7',
      action: 'patient.open',
      outcome: 'success' as const,
      detail: JSON.stringify({ n }),
    }))
    await app.context.db.insertInto('audit_log').values(rows).execute()
    const text = await (await fetchCsv({ action: 'patient.open' }, by)).text()
    const found = [...text.matchAll(/""n"":(\d+)/g)].map(([, n]) => Number(n))
    expect(found).toEqual(Array.from({ length: 2500 }, (_, n) => 2499 - n))
    const listed = await succeed(app, listAudit, { action: 'patient.open', page: 250 }, by)
    expect(listed).toMatchObject({ page: 200, total_count: LIST_COUNT_LIMIT, total_more: true })
  })

  test('refuses what the search refuses', async () => {
    const answered = await fetchCsv({ action: 'no.such' }, main)
    expect(answered.status).toBe(202)
    expect(await answered.json()).toMatchObject({ error_code: 1001 })
  })
})

test('an administrator who acts on an institution is seen by it, without a name', async () => {
  const aid = main.uid
  await app.call(listMembers, {}, admin)
  await app.context.db
    .insertInto('audit_log')
    .values({
      uid: admin.uid,
      oid: main.oid,
      role: '1',
      ip: '203.0.113.7',
      action: 'account.change',
      target_type: 'account',
      target_id: aid,
      outcome: 'success',
    })
    .execute()
  const [entry] = await entriesOf(main, { action: 'account.change' })
  expect(entry).toMatchObject({ uid: admin.uid, name: null, username: null, role: '1' })
  const [ownEntry] = await entriesOf(admin, { action: 'account.change' })
  expect(ownEntry).toMatchObject({ username: admin.account, role: '1' })
})
