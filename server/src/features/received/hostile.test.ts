import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { listDevices } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dcmtk,
  hasDcmtk,
  photograph,
  receivedBy,
  receivingApp,
  registerCamera,
  sendFiles,
} from '../../testing/camera.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'

let receiving: Awaited<ReturnType<typeof receivingApp>>
let app: TestApp
let main: SignedIn
let to: { port: number; title: string }
beforeAll(async () => {
  receiving = await receivingApp({ firstMs: 500, silenceMs: 500 })
  ;({ app } = receiving)
  main = await makeAccount(app, { role: '3' })
  const { title } = await registerCamera(app, main)
  to = { port: receiving.port, title }
})
afterAll(() => receiving.close())

const call = async (): Promise<Socket> => {
  const socket = connect({ host: '127.0.0.1', port: to.port })
  // One that is cut while it sends.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
const ended = (socket: Socket) =>
  socket.destroyed
    ? Promise.resolve()
    : new Promise((resolve) => socket.resume().once('close', resolve))

/** One that is cut while it sends has an error. */
const drained = (socket: Socket) => once(socket, 'drain').catch(() => undefined)

const pdu = (type: number, body: Buffer, length = body.length) => {
  const head = Buffer.alloc(6)
  head[0] = type
  head.writeUInt32BE(length, 2)
  return Buffer.concat([head, body])
}
const item = (type: number, body: Buffer | string) => {
  const bytes = Buffer.from(body)
  const head = Buffer.alloc(4)
  head[0] = type
  head.writeUInt16BE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}
const OP = '1.2.840.10008.5.1.4.1.1.77.1.5.1'

/** The request of an association that stores photographs. */
const request = () => {
  const head = Buffer.alloc(68, 0x20)
  head.fill(0, 36)
  head.writeUInt16BE(1, 0)
  head.writeUInt16BE(0, 2)
  head.write(to.title.padEnd(16), 4, 'latin1')
  head.write('CAMERA'.padEnd(16), 20, 'latin1')
  const context = Buffer.concat([
    Buffer.from([1, 0, 0, 0]),
    item(0x30, OP),
    item(0x40, '1.2.840.10008.1.2.1'),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(16_384)
  const user = Buffer.concat([item(0x51, size), item(0x52, '1.2.3')])
  const items = [item(0x10, '1.2.840.10008.3.1.1.1'), item(0x20, context), item(0x50, user)]
  return pdu(1, Buffer.concat([head, ...items]))
}
const part = (flags: number, body: Buffer) => {
  const head = Buffer.alloc(6)
  head.writeUInt32BE(body.length + 2)
  head[4] = 1
  head[5] = flags
  return pdu(4, Buffer.concat([head, body]))
}
/** The command of a C-STORE whose data set follows. */
const store = () => {
  const element = (number: number, value: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt16LE(number, 2)
    head.writeUInt32LE(value.length, 4)
    return Buffer.concat([head, value])
  }
  const short = (value: number) => Buffer.from([value & 255, value >> 8])
  const uid = (text: string) => Buffer.from(text.length % 2 ? `${text}\0` : text, 'latin1')
  const elements = [
    element(0x0002, uid(OP)),
    element(0x0100, short(1)),
    element(0x0110, short(1)),
    element(0x0700, short(0)),
    element(0x0800, short(1)),
    element(0x1000, uid('2.25.1')),
  ]
  const length = Buffer.alloc(4)
  length.writeUInt32LE(Buffer.concat(elements).length)
  return part(3, Buffer.concat([element(0x0000, length), ...elements]))
}
/** A-ASSOCIATE-RJ: transient, by the presentation layer, local limit exceeded. */
const REFUSED_FOR_NOW = [3, 0, 0, 0, 0, 4, 0, 2, 3, 2]
/** An association that was accepted. */
const associate = async () => {
  const socket = await call()
  socket.write(request())
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer[0]).toBe(2)
  return socket
}

const works = async () => {
  const args = ['-aet', 'CAMERA', '-aec', to.title, '127.0.0.1', String(to.port)]
  expect(await dcmtk('echoscu', args)).toMatchObject({ code: 0 })
}

describe.runIf(hasDcmtk)('beside a peer that', () => {
  test('is silent, a camera is answered, and the silent one is cut', async () => {
    const socket = await call()
    await works()
    await ended(socket)
  })

  test('is silent in the middle of a file, nothing is kept and it is cut', async () => {
    const socket = await associate()
    socket.write(store())
    socket.write(part(0, Buffer.alloc(1000)))
    await ended(socket)
    expect(await receivedBy(app, main)).toEqual([])
    const { rows } = await succeed(app, listDevices, {}, { token: main.token })
    expect(rows[0]).toMatchObject({ fault: 'cut' })
    await works()
  })

  test('sends garbage, a camera is answered', async () => {
    for (const garbage of [
      Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n'),
      Buffer.alloc(200_000, 0xff),
      pdu(1, Buffer.alloc(10)),
      pdu(4, Buffer.alloc(100)),
      pdu(9, Buffer.alloc(4)),
      request().subarray(0, 60),
      Buffer.concat([request(), request()]),
    ]) {
      const socket = await call()
      socket.write(garbage)
      await ended(socket)
    }
    await works()
  })

  test('sends parts out of their order, it is cut', async () => {
    for (const parts of [
      [part(2, Buffer.alloc(10))],
      [store(), store()],
      [part(3, Buffer.alloc(7, 0xff))],
      [part(1, Buffer.alloc(20_000))],
    ]) {
      const socket = await associate()
      socket.write(Buffer.concat(parts))
      await ended(socket)
    }
    await works()
  })

  test('announces two gigabytes, it is cut before they come', async () => {
    const socket = await associate()
    socket.write(pdu(4, Buffer.alloc(1000), 2 ** 31))
    await ended(socket)
    await works()
  })

  test('sends a file without an end, it is cut at the bound', async () => {
    const socket = await associate()
    socket.write(store())
    let sent = 0
    while (!socket.destroyed && sent < 64 * 1024 * 1024) {
      const piece = part(0, Buffer.alloc(100_000))
      sent += piece.length
      if (!socket.write(piece)) await Promise.race([drained(socket), ended(socket)])
    }
    expect(socket.destroyed).toBe(true)
    expect(await receivedBy(app, main)).toEqual([])
    await works()
  })

  test('sends a data set that is none, the file is refused and the next one kept', async () => {
    const socket = await associate()
    socket.write(store())
    socket.write(part(2, Buffer.from('no data set at all, but a text')))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    // The status (0000,0900) of the answer: cannot understand.
    expect(answer.includes(Buffer.from('0000000902000000' + '00c0', 'hex'))).toBe(true)
    socket.destroy()
    expect(await sendFiles(to, [photograph({ number: 'P-1' })])).toMatchObject({ code: 0 })
    expect(await receivedBy(app, main)).toHaveLength(1)
  })

  test('opens two hundred connections, a camera is answered meanwhile', async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, call))
    await works()
    await Promise.all(sockets.map(ended))
  })

  test('keeps more associations than one device may have, the next is refused for now', async () => {
    // A silent one is cut so soon that a program of dcmtk may come too late: the next one asks from here.
    const beyond = async () => {
      const held = await Promise.all(Array.from({ length: 4 }, associate))
      const next = await call()
      next.write(request())
      const [answer] = (await once(next, 'data')) as [Buffer]
      for (const socket of [...held, next]) socket.destroy()
      return [...answer]
    }
    await expect.poll(beyond).toEqual(REFUSED_FOR_NOW)
    const args = ['-aet', 'CAMERA', '-aec', to.title, '127.0.0.1', String(to.port)]
    await expect.poll(async () => (await dcmtk('echoscu', args)).code).toBe(0)
  })
})
