import { mkdtemp } from 'node:fs/promises'
import { connect as connectPlainly } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  asFiles,
  dcmtk,
  hasDcmtk,
  photograph,
  receivedBy,
  receivingApp,
  registerCamera,
} from '../../testing/camera.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'

let receiving: Awaited<ReturnType<typeof receivingApp>>
let main: SignedIn
let title: string
let own: { key: string; pem: string }
let camera: { key: string; pem: string }
let stranger: { key: string; pem: string }
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-tls-'))
  own = makeCertificate(folder, 'own')
  camera = makeCertificate(folder, 'camera')
  stranger = makeCertificate(folder, 'stranger')
  // The camera's certificate vouches for itself: it is its own authority.
  receiving = await receivingApp({ tls: { cert: own.pem, key: own.key, ca: camera.pem } })
  await work(receiving.app)
  main = await makeAccount(receiving.app, { role: '3' })
  ;({ title } = await registerCamera(receiving.app, main))
})
afterAll(() => receiving.close())

/** Sends a file with a certificate, or without TLS. */
const send = async (by: { key: string; pem: string } | null) => {
  const encrypted = by === null ? [] : ['+tls', by.key, by.pem, '+cf', own.pem]
  const to = ['-to', '5', '-aet', 'CAMERA', '-aec', title, '127.0.0.1', String(receiving.port)]
  return dcmtk('storescu', [...encrypted, ...to, ...(await asFiles([photograph()]))])
}

describe.runIf(hasDcmtk)('a receiver that asks for certificates', () => {
  test('takes the file of a camera with one of the authority, and it is kept', async () => {
    expect(await send(camera)).toMatchObject({ code: 0 })
    expect(await receivedBy(receiving.app, main)).toHaveLength(1)
  })

  test('takes nothing of one with another certificate, or without TLS', async () => {
    const before = await receivedBy(receiving.app, main)
    for (const by of [stranger, null]) expect((await send(by)).code).not.toBe(0)
    expect(await receivedBy(receiving.app, main)).toHaveLength(before.length)
    // And it still takes the camera's.
    expect(await send(camera)).toMatchObject({ code: 0 })
  })

  test('ends a connection that begins no handshake', async () => {
    const socket = connectPlainly(receiving.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\n\r\n')
    await once(socket, 'close')
  })
})
