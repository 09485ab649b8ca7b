import { listDestinations, setViewer, viewerOfPatient } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../testing/client-factory.ts'
import { makeArchive, makePatient } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const VIEWER = 'https://viewer.example.com/viewer'

let app: TestApp
let main: SignedIn
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  main = await makeAccount(app, { role: '3' })
  by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
})
afterAll(() => app.close())

const name = (url: string) => succeed(app, setViewer, { url }, main)
const of = (pid: string, who: SignedIn = by) => succeed(app, viewerOfPatient, { pid }, who)

test('a sitting opens where its study is, and the address says nothing else of the patient', async () => {
  const pid = await makePatient(app, by, { name: '欧阳演示', ad_card_number: 'VIEW-1' })
  const rid = await makeArchive(app, by, pid, undefined, '2024-03-01')
  const later = await makeArchive(app, by, pid, undefined, '2024-05-01')
  expect(await of(pid)).toEqual({ patient: null, rows: [] })
  await name(VIEWER)
  expect((await succeed(app, listDestinations, {}, main)).viewer).toBe(VIEWER)

  const { token } = await makeClient(app, main, ['images:read'])
  const asked = await fetch(`${app.url}/dicomweb/${main.oid ?? ''}/studies?PatientID=VIEW-1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const studies = (await asked.json()) as Record<string, { Value: string[] }>[]
  const [newest, first] = studies.map((study) => study['0020000D']?.Value[0] ?? '')
  expect(await of(pid)).toEqual({
    patient: `${VIEWER}?StudyInstanceUIDs=${newest},${first}`,
    rows: [
      { rid: later, url: `${VIEWER}?StudyInstanceUIDs=${newest}` },
      { rid, url: `${VIEWER}?StudyInstanceUIDs=${first}` },
    ],
  })
  await name('')
  expect(await of(pid)).toEqual({ patient: null, rows: [] })
})

test('a patient without a sitting, and one of another institution, has no address', async () => {
  await name(VIEWER)
  const pid = await makePatient(app, by)
  expect(await of(pid)).toEqual({ patient: null, rows: [] })
  await makeArchive(app, by, pid)
  const stranger = await makeAccount(app, { role: '3' })
  await succeed(app, setViewer, { url: VIEWER }, stranger)
  expect((await app.call(viewerOfPatient, { pid }, stranger)).error_code).not.toBe(0)
})

test('only the main account names a viewer', async () => {
  expect((await app.call(setViewer, { url: VIEWER }, by)).error_code).not.toBe(0)
})

test.each([
  'http://viewer.example.com/viewer',
  'javascript:alert(1)',
  'https://user:secret@viewer.example.com/',
  'https://viewer.example.com/viewer?a=1',
  'https://viewer.example.com/#/viewer',
  'viewer.example.com',
])('%s is no page of a viewer', async (url) => {
  const refused = await app.call(setViewer, { url }, main)
  expect(refused.data).toMatchObject({
    fields: { url: '请输入以 https 开头的查看器页面地址，不含用户名、“?”与“#”之后的部分' },
  })
})
