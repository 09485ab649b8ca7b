import {
  addPatient,
  mergePatients,
  NO_HISTORY,
  patientInfo,
  unmergePatient,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArchive, patientInput, scantPatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
})
afterAll(() => app.close())

test('a patient of the name and birthday of another one is added only by somebody who has seen that one', async () => {
  const first = { ...scantPatient(), name: '阿依·古丽', birthday: '1958-03-12' }
  const { pid } = await succeed(app, addPatient, { ...first, alike: [] }, by)
  await makeArchive(app, by, pid)
  const second = { ...scantPatient(), name: '阿依•古丽', birthday: '1958-03-12' }
  const stranger = await makeAccount(app, { role: '4' })
  await succeed(app, addPatient, { ...second, alike: [] }, stranger)
  const other = { ...second, ad_card_number: 'OTHER-DAY', birthday: '1958-03-13', alike: [] }
  await succeed(app, addPatient, other, by)
  expect(await app.call(addPatient, { ...second, alike: [] }, by)).toMatchObject({
    error_code: 1003,
    data: {
      alike: [{ pid, ad_card_number: first.ad_card_number, last_visit: '2024-03-01' }],
    },
  })
  await succeed(app, addPatient, { ...second, alike: [pid] }, by)
  // The call as it is specified has no such question.
  await succeed(app, addPatient, { ...second, ad_card_number: 'THIRD' }, by)
})

test('a merged patient has what either record says, and each has its own back', async () => {
  const scant = { ...scantPatient(), allergic_history: '青霉素' }
  const { pid } = await succeed(app, addPatient, scant, by)
  const full = patientInput({ allergic_history: '磺胺', operation_history: NO_HISTORY })
  const { pid: merged_pid } = await succeed(app, addPatient, full, by)
  await succeed(app, mergePatients, { pid, merged_pid }, by)
  const read = (id: string) => succeed(app, patientInfo, { pid: id }, by)
  expect(await read(pid)).toMatchObject({
    pid,
    name: scant.name,
    phone: full.phone,
    address: full.address,
    allergic_history: '青霉素；磺胺',
    operation_history: NO_HISTORY,
  })
  await succeed(app, unmergePatient, { merged_pid }, by)
  expect(await read(pid)).toMatchObject({ phone: null, allergic_history: '青霉素' })
  expect(await read(merged_pid)).toMatchObject({ allergic_history: '磺胺' })
})
