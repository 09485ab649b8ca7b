import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addDestination,
  echoDestination,
  listDestinations,
  setDestination,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../../testing/certificate.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import {
  resultDestination,
  startResultSystem,
  type ResultSystem,
} from '../../testing/result-system.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
let his: ResultSystem
beforeAll(async () => {
  app = await testApp({ peers: { networks: ['127.0.0.0/8'], caFile: null } })
  main = await makeAccount(app, { role: '3' })
  his = await startResultSystem()
})
afterAll(async () => {
  his.stop()
  await app.close()
})

type Given = InputOf<typeof addDestination>
const hl7 = (traits: Partial<Given> = {}) => resultDestination(his.port, traits)
const add = async (traits: Partial<Given> = {}) =>
  (await succeed(app, addDestination, hl7(traits), main)).destination_id

test('a test of the connection says in words what is wrong', async () => {
  const faultAt = async (traits: Partial<Given>) => {
    const destination_id = await add(traits)
    return (await succeed(app, echoDestination, { destination_id }, { ...main, language: 'en' }))
      .fault
  }
  expect(await faultAt({})).toBeNull()
  expect(his.got).toEqual([])
  expect(await faultAt({ port: 1 })).toBe(
    'Cannot be reached: the server is off, or the port is wrong',
  )
  expect(await faultAt({ host: '10.1.2.3' })).toBe(
    'This address is in a private network; the platform’s operator must allow it first',
  )
  expect(await faultAt({ host: '8.8.8.8' })).toBe(
    'Data to a public address must be encrypted: turn TLS on, or use an https address',
  )
})

test('what it needs is asked for at its field, and what is of another kind is not kept', async () => {
  const refused = await app.call(addDestination, hl7({ receiving_application: '' }), main)
  expect(refused.data).toMatchObject({ fields: { receiving_application: '此项不能为空' } })
  const parted = await app.call(addDestination, hl7({ sending_facility: 'A|B' }), main)
  expect(parted.data).toMatchObject({
    fields: { sending_facility: '不能含有 HL7 的分隔符 | ^ ~ \\ &' },
  })
  const destination_id = await add({
    called_title: 'X',
    url: 'https://x.example',
    photographs: true,
  })
  const row = async () =>
    (await succeed(app, listDestinations, {}, main)).rows.find(
      (row) => row.destination_id === destination_id,
    )
  expect(await row()).toMatchObject({ called_title: null, url: null, photographs: false })
  const stow = { name: 'A', kind: 'stow', url: 'https://x.example/w', active: true } as const
  await succeed(
    app,
    setDestination,
    { destination_id, ...stow, pdf: true, charset: 'gb18030' },
    main,
  )
  expect(await row()).toMatchObject({ host: null, charset: null, pdf: false })
})

test('a result goes behind TLS where its authority is named, and not at all otherwise', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-hl7-'))
  const { key, pem } = makeCertificate(folder, 'his')
  const secure = await startResultSystem({ key: readFileSync(key), cert: readFileSync(pem) })
  const faultWith = async (caFile: string | null) => {
    const other = await testApp({ peers: { networks: ['127.0.0.0/8'], caFile } })
    try {
      const owner = await makeAccount(other, { role: '3' })
      const given = hl7({ port: secure.port, tls: true })
      const { destination_id } = await succeed(other, addDestination, given, owner)
      return (await succeed(other, echoDestination, { destination_id }, owner)).fault
    } finally {
      await other.close()
    }
  }
  try {
    expect(await faultWith(pem)).toBeNull()
    expect(await faultWith(null)).toBe('对方的安全证书无法验证')
  } finally {
    secure.stop()
  }
})
