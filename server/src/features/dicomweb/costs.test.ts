import { connect } from 'node:net'
import { listClients } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../testing/client-factory.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const TYPE = 'multipart/related; type="application/dicom"; boundary=b'

interface House {
  main: SignedIn
  token: string
  path: string
}

async function storing(): Promise<House> {
  const main = await makeAccount(app, { role: '3' })
  const { token } = await makeClient(app, main, ['images:write'])
  return { main, token, path: `/dicomweb/${main.oid ?? ''}/studies` }
}

const send = ({ token, path }: House, body: string) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': TYPE },
    body,
  })

/** Announces a body and does not send it. */
function announce({ token, path }: House, length: number) {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: ${TYPE}\r\nContent-Length: ${length}\r\n\r\n--b\r\n`,
  )
  return socket
}

test('a body of countless files is refused in few words', async () => {
  const house = await storing()
  const answered = await send(house, `${'--b\r\n\r\n\r\n'.repeat(20_000)}--b--`)
  const text = await answered.text()
  expect([answered.status, text.length < 1000]).toEqual([413, true])
})

test('two gigabytes that are announced are refused before they come', async () => {
  const socket = announce(await storing(), 2 ** 31)
  const said = await new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString()))
  })
  expect(said).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
})

test('bodies of one institution that never end make no other institution wait', async () => {
  const [slow, other] = [await storing(), await storing()]
  const sockets = Array.from({ length: 10 }, () => announce(slow, 1_000_000))
  await Promise.all(sockets.map((socket) => new Promise((begun) => socket.once('connect', begun))))
  const empty = await send(other, '--b--')
  expect(empty.status).toBe(400)
  // Its own next one waits until a line is closed.
  const own = send(slow, '--b--')
  for (const socket of sockets) socket.destroy()
  expect((await own).status).toBe(400)
  // Those that are cut are admitted all the same: the program outlives them.
  await expect
    .poll(
      async () => (await succeed(app, listClients, {}, { token: slow.main.token })).rows[0]?.calls,
    )
    .toBe(sockets.length + 1)
})
