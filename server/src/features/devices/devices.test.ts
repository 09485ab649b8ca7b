import {
  addDevice,
  deleteDevice,
  echoDevice,
  listDevices,
  setCalledTitle,
  setDevice,
  STATUS,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { receivingApp } from '../../testing/camera.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'

let receiving: Awaited<ReturnType<typeof receivingApp>>
let app: TestApp
let main: SignedIn
beforeAll(async () => {
  receiving = await receivingApp()
  ;({ app } = receiving)
})
afterAll(() => receiving.close())
beforeEach(async () => {
  main = await makeAccount(app, { role: '3' })
})

const camera: InputOf<typeof addDevice> = {
  name: '眼底相机',
  ae_title: 'CAMERA',
  addresses: ['127.0.0.1'],
  modality: 'fundus',
  collect_device: 'Topcon TRC-NW400',
  img_type: 1,
}
const as = (who: SignedIn) => ({ token: who.token })

describe('the main account', () => {
  test('registers a device, changes it and takes it off', async () => {
    const { device_id } = await succeed(app, addDevice, camera, as(main))
    const changed = { ...camera, device_id, name: '二楼相机', port: 104 }
    await succeed(app, setDevice, changed, as(main))
    const { rows, called } = await succeed(app, listDevices, {}, as(main))
    expect(rows).toMatchObject([{ device_id, name: '二楼相机', port: 104, heard_at: null }])
    expect(called).toMatchObject({ port: 0, tls: false })
    await succeed(app, deleteDevice, { device_id }, as(main))
    expect((await succeed(app, listDevices, {}, as(main))).rows).toEqual([])
    // Its AE title is free again.
    await succeed(app, addDevice, camera, as(main))
  })

  test.each([
    ['ae_title', { ae_title: '相机' }],
    ['ae_title', { ae_title: 'A'.repeat(17) }],
    ['addresses', { addresses: ['camera.local'] }],
    ['addresses', { addresses: [] }],
    ['img_type', { img_type: undefined }],
  ])('is told at %s what is wrong', async (field, wrong) => {
    const answered = await app.call(addDevice, { ...camera, ...wrong }, as(main))
    expect(answered).toMatchObject({ error_code: 1001, data: { fields: { [field]: /./ } } })
  })

  test('gives an AE title once, to one device and to one institution', async () => {
    await succeed(app, addDevice, camera, as(main))
    expect((await app.call(addDevice, camera, as(main))).error_code).toBe(1003)
    const other = await makeAccount(app, { role: '3' })
    await succeed(app, addDevice, camera, as(other))
    const title = `EYE${Date.now() % 1_000_000}`
    await succeed(app, setCalledTitle, { ae_title: title }, as(main))
    const taken = await app.call(setCalledTitle, { ae_title: title }, as(other))
    expect(taken.error_code).toBe(1003)
  })

  test('asks a device for an echo: the receiver answers itself', async () => {
    const { called } = await succeed(app, listDevices, {}, as(main))
    const own = { ...camera, ae_title: called.ae_title, port: receiving.port }
    // It calls itself by its own title, which has to be a device of its own.
    const { device_id } = await succeed(app, addDevice, own, as(main))
    expect(await succeed(app, echoDevice, { device_id }, as(main))).toEqual({ outcome: 'answered' })
    await succeed(app, setDevice, { ...own, device_id, ae_title: 'NOBODY' }, as(main))
    expect(await succeed(app, echoDevice, { device_id }, as(main))).toEqual({ outcome: 'refused' })
    await succeed(app, setDevice, { ...own, device_id, port: 1 }, as(main))
    expect(await succeed(app, echoDevice, { device_id }, as(main))).toEqual({ outcome: 'silent' })
    // An address inside that the operator did not name is not asked.
    await succeed(app, setDevice, { ...own, device_id, addresses: ['192.168.7.5'] }, as(main))
    expect(await succeed(app, echoDevice, { device_id }, as(main))).toEqual({
      outcome: 'not_asked',
    })
    await succeed(app, setDevice, { ...own, device_id, addresses: ['10.0.0.0/8'] }, as(main))
    expect((await app.call(echoDevice, { device_id }, as(main))).error_code).toBe(1003)
  })
})

test('a sub-account manages no device', async () => {
  const member = await makeAccount(app, { role: '4' })
  expect((await app.call(listDevices, {}, as(member))).status).toBe(STATUS.roleNotAllowed)
})
