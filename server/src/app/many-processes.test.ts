import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadAllModels } from '@mingmou/analysis'
import { fundusArchive, login, sendSignUpEmail } from '@mingmou/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { archiveFields, makePatient, plainImage, upload } from '../testing/clinical-factories.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { addAccount, makeAccount, type SignedIn } from '../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'
import { startWorker } from '../worker.ts'

const noModels = () => loadAllModels(join(dataDir, 'no-models'), { threads: 1 })

let database: TestDatabase
let dataDir: string
/** Two web processes and two workers, each with its own connections, on one database and store. */
let webs: [TestApp, TestApp]
let workers: [TestApp, TestApp]
const sockets: Socket[] = []

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'mingmou-many-'))
  const start = () => testApp({ dataDir, logLevel: 'silent' }, { ...database, migrationUrl: null })
  webs = [await start(), await start()]
  workers = [await start(), await start()]
  for (const worker of workers) await startWorker(worker.context, noModels)
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  for (const process of [...webs, ...workers]) await process.close()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function connect(web: TestApp, { token }: SignedIn): Promise<Socket> {
  const socket = io(web.url, {
    path: '/live',
    forceNew: true,
    reconnection: false,
    auth: { token },
  })
  sockets.push(socket)
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}

describe('two web processes and two workers on one database', () => {
  test('have a client of one hear what was done at the other', async () => {
    const [here, there] = webs
    const by = await makeAccount(here, { role: '4' })
    const socket = await connect(there, by)
    const heard = new Promise((resolve) => socket.once('worklist', resolve))
    const pid = await makePatient(here, by)
    const files_path = [await upload(here, by, await plainImage())]
    const asked = { token: by.token }
    const body = { pid, ...archiveFields, files_path }
    const { rid } = await succeed(here, fundusArchive.create, body, asked)
    expect(await heard).toEqual({ image_id: rid })
    const listed = await succeed(there, fundusArchive.list, { pid }, asked)
    expect(listed.rows).toHaveLength(1)
  })

  test('end a session everywhere when its account signs in at the other', async () => {
    const [here, there] = webs
    const known = await addAccount(here, { role: '4' })
    const { account, password, accountType } = known
    const first = await succeed(here, login, { account, password, accountType })
    const socket = await connect(here, { ...known, token: first.token } as SignedIn)
    const ended = new Promise((resolve) => socket.once('err', resolve))
    await succeed(there, login, { account, password, accountType })
    expect(await ended).toMatchObject({ code: 405 })
  })

  test('count wrong passwords together', async () => {
    const { account, accountType } = await addAccount(webs[0], { role: '3' })
    const wrong = { account, password: 'wrong-one1', accountType }
    for (let n = 0; n < 5; n++) {
      expect((await webs[n % 2 === 0 ? 0 : 1].call(login, wrong)).error_code).toBe(1004)
    }
    for (const web of webs) expect((await web.call(login, wrong)).error_code).toBe(1008)
  })

  test('send every mail once', async () => {
    const count = 8
    for (let n = 0; n < count; n++) {
      const email = `newcomer${n}@clinic.example.com`
      await succeed(webs[n % 2 === 0 ? 0 : 1], sendSignUpEmail, { email })
    }
    await vi.waitFor(
      async () => expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(count),
      { timeout: 300_000 },
    )
  })
})
