import { listWorklist, patientInfo, setPatient, today, type PatientInput } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asClient, makeClient } from '../../testing/client-factory.ts'
import {
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
} from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { atHospital, hl7App, pidOf, registerSystem } from '../../testing/hl7-system.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let port: number
let close: () => Promise<void>
let main: SignedIn
let by: SignedIn
let facility: string
beforeAll(async () => {
  ;({ app, port, close } = await hl7App())
  main = await makeAccount(app, { role: '3' })
  by = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  ;({ facility } = await registerSystem(app, main))
})
afterAll(() => close())

const { send, adt, fresh, patientWith } = atHospital(() => ({ app, port, main, facility }))
const open = (pid: string) => succeed(app, patientInfo, { pid }, by)
const saidOf = async (pid: string) =>
  (await open(pid)).outside_changes.map(({ field, before, after, by: who, outside }) => [
    ...[field, before, after, who, outside],
  ])
/** As the form of the page sends it: the whole record. */
async function change(pid: string, traits: Partial<PatientInput>): Promise<void> {
  const { name, ad_card_number, gender, birthday, phone } = await open(pid)
  const form = { name, ad_card_number, gender, birthday, ...(phone !== null && { phone }) }
  await succeed(app, setPatient, { pid, ...form, ...traits }, by)
}
const HIS = '医院信息系统'

test('a patient and a sitting say which system they came from, and those of the clinic nothing', async () => {
  const number = fresh()
  await adt('A04', { number })
  const found = await patientWith(number)
  const pid = found?.pid ?? ''
  expect((await open(pid)).origin).toEqual({ name: HIS, at: found?.created_at })
  const own = await makePatient(app, by, { ad_card_number: `OWN-${number}`, name: '王芳' })
  expect((await open(own)).origin).toBeNull()

  const sit = async (of: string) => {
    const rid = await makeArchive(app, by, of, [await drawnPhotograph()], today())
    await keepFindings(app, by, { pid: of, rid })
    return rid
  }
  const listed = async (rid: string) =>
    (await succeed(app, listWorklist, {}, by)).rows.find(({ image_id }) => image_id === rid)
  expect((await listed(await sit(pid)))?.origin?.name).toBe(HIS)
  expect((await listed(await sit(own)))?.origin).toBeNull()
  // An order of the system makes the sitting one that it asked for.
  const ordered = fresh()
  const known = await makePatient(app, by, {
    ad_card_number: ordered,
    name: '王芳',
    birthday: '1960-05-17',
  })
  const orm = [pidOf({ number: ordered }), `ORC|NW|P-${ordered}`, `OBR|1|P-${ordered}||FP^眼底照相`]
  expect(await send('ORM^O01', orm)).toMatchObject({ ack: 'AA' })
  expect((await open(known)).origin).toBeNull()
  expect((await listed(await sit(known)))?.origin?.name).toBe(HIS)
})

test('what a system overwrites of the clinic, and the clinic of a system, is kept beside the new value', async () => {
  const number = fresh()
  const pid = await makePatient(app, by, {
    ad_card_number: number,
    name: '王芳',
    birthday: '1960-05-17',
    phone: '13800000001',
  })
  // Hands correct each other without a word.
  await change(pid, { phone: '13800000002' })
  expect(await saidOf(pid)).toEqual([])
  await adt('A08', { number, name: '王芳^', sex: 'F', phone: '13900000009' })
  expect((await open(pid)).phone).toBe('13900000009')
  const changed = await saidOf(pid)
  expect(changed).toContainEqual(['phone', '13800000002', '13900000009', HIS, true])
  // The system corrects itself.
  await adt('A08', { number, name: '王芳^', sex: 'F', phone: '13900000010' })
  expect(await saidOf(pid)).toEqual(changed)
  await change(pid, { phone: '13800000003' })
  const [newest] = await saidOf(pid)
  expect(newest).toEqual(['phone', '13900000010', '13800000003', '演示用户', false])
  // Another system is not the first one.
  const client = await makeClient(app, main, ['people:write'], { name: '体检系统' })
  const person = { number, name: '王芳', gender: 2, birthday: '1960-05-17', phone: '13700000007' }
  const put = { method: 'POST', body: { people: [person] } }
  expect((await asClient(app, client, '/api/v1/people', put)).status).toBe(200)
  expect((await saidOf(pid))[0]).toEqual(['phone', '13800000003', '13700000007', '体检系统', true])
  // The same again contradicts nobody.
  const before = await saidOf(pid)
  await asClient(app, client, '/api/v1/people', put)
  expect(await saidOf(pid)).toEqual(before)
})

test('what a system registered and the clinic corrects is kept, and nobody else reads it', async () => {
  const number = fresh()
  await adt('A04', { number, phone: '13900000009' })
  const pid = (await patientWith(number))?.pid ?? ''
  await change(pid, { name: '王方', phone: '13900000009' })
  expect(await saidOf(pid)).toEqual([['name', '王芳', '王方', '演示用户', false]])
  const stranger = await makeAccount(app, { role: '3' })
  expect((await app.call(patientInfo, { pid }, stranger)).error_code).not.toBe(0)
})
