import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { addPatient, fundusArchive, getStsToken, listPatients } from '@mingmou/contract'
import { describe, expect, test } from 'vitest'
import { archiveFields, makePatient, patientInput } from './testing/clinical-factories.ts'
import { makeAccount } from './testing/factories.ts'
import { objectStore } from './testing/object-store.ts'
import { succeed, testApp, type TestApp } from './testing/test-app.ts'

const readyz = async (app: TestApp) => {
  const answered = await fetch(`${app.url}/readyz`)
  return { status: answered.status, ...((await answered.json()) as { data: object }) }
}

test('a disk that is nearly full takes nothing new, says so beforehand, and lets everybody read', async () => {
  const roomy = await testApp()
  expect((await readyz(roomy)).data).toMatchObject({ disk: true })
  await roomy.close()

  // More than any disk has free.
  const app = await testApp({ diskReserveBytes: 2 ** 62 })
  const by = await makeAccount(app, { role: '4' })
  const asked = { token: by.token }
  expect(await readyz(app)).toMatchObject({ status: 503, data: { disk: false, files: true } })
  for (const [call, body] of [
    [addPatient, patientInput()],
    [getStsToken, { file_type: 'fundus' }],
  ] as const) {
    const refused = await app.call(call, body, asked)
    expect(refused).toMatchObject({ status: 202, msg: '存储空间不足，本次操作未保存' })
  }
  expect((await succeed(app, listPatients, {}, asked)).rows).toEqual([])
  await app.close()
})

/** Takes connections and never says a word. */
async function silentStore() {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    asked: () => open.size,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

describe('a store that hangs', () => {
  test('holds up neither the answer of what is ready, nor calls that need no file', async () => {
    const store = await objectStore()
    const silent = await silentStore()
    const app = await testApp({ s3: { ...store.config, endpoint: silent.endpoint } })
    const by = await makeAccount(app, { role: '4' })
    const asked = { token: by.token }
    const pid = await makePatient(app, by)
    // More calls than the program has connections to the database.
    const hanging = Array.from({ length: 12 }, (_, n) => {
      const files_path = [`uploads/fundus/${by.oid}/${n}/eye.jpg`]
      return app.call(fundusArchive.create, { pid, ...archiveFields, files_path }, asked)
    })
    await expect.poll(silent.asked).toBeGreaterThan(0)
    expect((await succeed(app, listPatients, {}, asked)).rows).toHaveLength(1)
    expect(await readyz(app)).toMatchObject({ status: 503, data: { files: false, database: true } })

    await silent.close()
    for (const refused of await Promise.all(hanging)) {
      expect(refused).toMatchObject({ status: 202, error_code: 501 })
      expect(refused.msg).toBe('文件存储暂时无法访问，本次操作未完成，请稍后再试')
    }
    await app.close()
    await store.close()
  })
})
