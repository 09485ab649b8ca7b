import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { listHl7Messages, listOrders, today } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { framed } from '../../platform/hl7/mllp.ts'
import { built } from '../../testing/built.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { holdCommits } from '../../testing/hold-commits.ts'
import { lineTo, messageOf, pidOf, registerSystem, sendMessage } from '../../testing/hl7-system.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
let facility: string
beforeAll(async () => {
  app = await testApp()
  main = await makeAccount(app, { role: '3' })
  ;({ facility } = await registerSystem(app, main))
})
afterAll(() => app.close())

/** A receiver as a process of its own, on the database of the program. */
async function startReceiver(): Promise<{ program: ChildProcess; port: number }> {
  const { databaseUrl, dataDir } = app.context.config
  const program = spawn(process.execPath, [built('main')], {
    env: {
      ...process.env,
      MODE: 'hl7',
      HL7_PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(program.stdout)) {
    const port = /HL7 v2 to \S+:(\d+)/.exec(line)?.[1]
    if (port !== undefined) {
      program.stdout.resume()
      return { program, port: Number(port) }
    }
  }
  throw new Error('the receiver ended')
}

test('a receiver that is killed between commit and answer has one effect when it is sent again', async () => {
  const order = messageOf(
    { facility },
    'ORM^O01',
    pidOf({ number: 'KILLED' }),
    'ORC|NW|K-1',
    'OBR|1|||FP',
  )
  const first = await startReceiver()
  const line = await lineTo(first.port)
  const held = await holdCommits(app)
  line.socket.write(framed(Buffer.from(order)))
  await held.waiting(1)
  // Stopped, it answers nothing, and the database ends the commit that it was told.
  first.program.kill('SIGSTOP')
  await held.release()
  const messages = () => succeed(app, listHl7Messages, {}, { token: main.token })
  await expect.poll(async () => (await messages()).total_count).toBe(1)
  first.program.kill('SIGKILL')
  await once(first.program, 'exit')
  expect(await line.next()).toBeNull()

  const second = await startReceiver()
  expect(await sendMessage(second.port, order)).toMatchObject({ ack: 'AA' })
  expect((await messages()).total_count).toBe(1)
  const { rows } = await succeed(app, listOrders, { day: today() }, { token: main.token })
  expect(rows).toHaveLength(1)
  second.program.kill('SIGTERM')
  const [code] = (await once(second.program, 'exit')) as [number]
  expect(code).toBe(0)
})
