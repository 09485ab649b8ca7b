import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addDestination,
  addDevice,
  countNotices,
  listConnections,
  listNotices,
  readNotices,
  setDestination,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { expectErrors } from '../../testing/no-errors.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { doDuties } from '../../duty.ts'
import { destinationDuties } from '../destinations/duties.ts'

const DAY = 86_400
/** Nobody calls the port. */
const BOUNDS = {
  firstMs: 1,
  silenceMs: 1,
  datasetBytes: 1,
  most: { all: 1, device: 1, unasked: 1 },
}
let app: TestApp
let folder: string
let ours: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mingmou-ends-'))
  const { key, pem } = makeCertificate(folder, 'ours', 40)
  ours = readFileSync(pem, 'utf8') + readFileSync(key, 'utf8')
  const server = makeCertificate(folder, 'server', 40)
  const tls = { cert: server.pem, key: server.key, ca: null }
  app = await testApp({ dicom: { host: '127.0.0.1', port: 0, tls, ...BOUNDS } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const given = (certificate?: string): InputOf<typeof addDestination> => ({
  name: '医院 PACS',
  kind: 'dicom',
  host: '127.0.0.1',
  port: 1,
  tls: true,
  called_title: 'PACS',
  calling_title: 'US',
  photographs: false,
  active: true,
  ...(certificate !== undefined && { certificate }),
})
const at = async (days: number, work: () => Promise<void>) => {
  app.advance(days * DAY)
  await work()
  app.advance(-days * DAY)
}
const told = async (by: SignedIn) => {
  const { certificates } = await succeed(app, listNotices, {}, by)
  const { unread } = await succeed(app, countNotices, {}, by)
  expect(unread).toBe(certificates.filter(({ is_read }) => !is_read).length)
  return certificates.map(({ of, name, is_read }) => [of, name, is_read])
}
const connected = async (by: SignedIn) => {
  const { rows, certificates } = await succeed(app, listConnections, {}, by)
  const [row] = rows.filter(({ kind }) => kind === 'destination')
  return [row?.state, row?.task, row?.certificate_until !== null, certificates.map(({ of }) => of)]
}

test('the end of a certificate is told 30 and 7 days before and at the end, until another one is in use', async () => {
  let by = await makeAccount(app, { role: '3' })
  const { destination_id } = await succeed(app, addDestination, given(ours), by)
  expect(await told(by)).toEqual([])
  expect(await connected(by)).toEqual(['quiet', 'destination_try', false, []])
  for (const days of [11, 34, 41])
    await at(days, async () => {
      by = await signIn(app, by)
      expect(await told(by)).toEqual([['destination', '医院 PACS', false]])
      expect(await connected(by)).toEqual(['attention', 'destination_certificate', true, []])
      await succeed(app, readNotices, {}, by)
      expect(await told(by)).toEqual([['destination', '医院 PACS', true]])
      const nurse = await makeAccount(app, { role: '4', oid: by.oid ?? '' })
      expect(await told(nurse)).toEqual([])
      expect(await told(await makeAccount(app, { role: '3' }))).toEqual([])
    })
  const { key, pem } = makeCertificate(folder, 'next', 400)
  const next = readFileSync(pem, 'utf8') + readFileSync(key, 'utf8')
  await at(35, async () => {
    by = await signIn(app, by)
    await succeed(app, setDestination, { destination_id, ...given() }, by)
    expect(await told(by)).toHaveLength(1)
    await succeed(app, setDestination, { destination_id, ...given(next) }, by)
    expect(await told(by)).toEqual([])
    expect(await connected(by)).toEqual(['quiet', 'destination_try', false, []])
  })
})

test('that of the server is told to whose devices connect to it', async () => {
  const known = await addAccount(app, { role: '3' })
  await at(11, async () => {
    const by = await signIn(app, known)
    expect(await told(by)).toEqual([])
    const camera: InputOf<typeof addDevice> = {
      name: '一楼相机',
      ae_title: 'EYE',
      addresses: ['10.1.0.0/16'],
      modality: 'fundus',
      collect_device: 'Topcon',
      img_type: 1,
    }
    await succeed(app, addDevice, camera, by)
    expect(await told(by)).toEqual([['dicom', '', false]])
    expect((await succeed(app, listConnections, {}, by)).certificates).toHaveLength(1)
    await succeed(app, readNotices, {}, by)
    expect(await told(by)).toEqual([['dicom', '', true]])
    const { pem } = makeCertificate(folder, 'renewed', 400)
    writeFileSync(join(folder, 'server.pem'), readFileSync(pem))
    expect(await told(by)).toEqual([])
  })
})

test('one that was kept before its end was gets it from the worker, whatever another institution keeps', async () => {
  const broken = await makeAccount(app, { role: '3' })
  await succeed(app, addDestination, given(ours), broken)
  await withInstitution(app.context.db, broken.oid ?? '', (trx) =>
    trx
      .updateTable('destinations')
      .set({ certificate: Buffer.from('sealed by no key'), certificate_until: null })
      .execute(),
  )
  const by = await makeAccount(app, { role: '3' })
  await succeed(app, addDestination, given(ours), by)
  const end = () =>
    withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx.selectFrom('destinations').select('certificate_until').executeTakeFirstOrThrow(),
    )
  const before = await end()
  await withInstitution(app.context.db, by.oid ?? '', (trx) =>
    trx.updateTable('destinations').set({ certificate_until: null }).execute(),
  )
  expectErrors('a duty failed')
  await doDuties(app.context, destinationDuties)
  expect(await end()).toEqual(before)
})
