import {
  bringValidation,
  ERROR,
  institutionStorage,
  listValidationRows,
  openValidation,
  removeValidation,
  repeatValidation,
} from '@mingmou/contract'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  drawnPhotograph,
  nextEvent,
  plainImage,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { rememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { studied } from '../../testing/validation-factory.ts'
import { startWorkerProcess } from '../../testing/worker-process.ts'

let app: TestApp
let main: SignedIn
const workers: ChildProcess[] = []
beforeAll(async () => {
  app = await testApp()
  main = await makeAccount(app, { role: '3' })
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.close()
})
const asked = () => ({ token: main.token })

const HEAD = '文件,分级,黄斑水肿,青光眼,眼别,患者\n'
async function body(csv: string, pictures: readonly [name: string, bytes: Buffer][], by = main) {
  const files: { key: string; file_name: string }[] = []
  for (const [at, [file_name, bytes]] of pictures.entries())
    files.push({ key: await upload(app, by, bytes, `p${at}.jpg`), file_name })
  const table = await upload(app, by, Buffer.from(csv), 'table.csv', 'patients')
  return { name: '外院照片', table, files }
}

async function filesOf(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of app.context.files.list('validations/')) keys.push(key)
  return keys
}
const storedMb = async () =>
  (await succeed(app, institutionStorage, {}, { token: main.token })).stored_mb

test('a table that does not fit is refused with its row or photograph named, and nothing is kept', async () => {
  const picture = await plainImage()
  const refused = async (csv: string, names = ['甲.jpg']) => {
    const given = await body(
      csv,
      names.map((name) => [name, picture]),
    )
    const { error_code, data } = await app.call(bringValidation, given, main)
    expect(error_code).toBe(ERROR.validation)
    return (data as { fields?: Record<string, string> }).fields?.['table']
  }
  expect(await refused('文件,姓名\n甲,张三\n')).toContain('须有“文件”列')
  expect(await refused(`${HEAD}甲,5,,,,\n`)).toBe('判读表第2行的“5”无法识别')
  expect(await refused(`${HEAD}甲,,大概,,,\n`)).toBe('判读表第2行的“大概”无法识别')
  expect(await refused(`${HEAD}甲,1,,,,\n甲.JPG,2,,,,\n`)).toBe('判读表中“甲.JPG”出现了两次')
  expect(await refused(`${HEAD}乙,1,,,,\n`)).toBe('照片“甲.jpg”在判读表中没有对应的行')
  expect(await refused(`${HEAD}甲,1,,,,\n`, ['甲.jpg', '甲.png'])).toBe(
    '判读表中“甲.png”出现了两次',
  )
  expect(await filesOf()).toEqual([])
})

test('a killed worker loses nothing, and photographs go with the last study that has them', async () => {
  const [eye, other] = [await drawnPhotograph(), await plainImage(500, 400)]
  const pictures: [string, Buffer][] = [
    ['甲.jpg', eye],
    ['乙.jpg', other],
    ['坏.jpg', Buffer.concat([eye.subarray(0, 3000)])],
    ['丙.jpg', eye],
  ]
  const csv = `${HEAD}甲,2,是,0,OD,P1\n乙.jpg,0,否,,左眼,P1\n坏,1,,,,\n丙,2,,,右,\n丁,0,,,,\n`
  const given = await body(csv, pictures)
  const before = await storedMb()
  const second = await nextEvent(app, 'validations', ({ done }) => done >= 2)
  const made = await succeed(app, bringValidation, given, asked())
  expect(made.unused).toBe(1)
  const { validation_id } = made
  expect((await app.call(bringValidation, await body(csv, pictures), main)).msg).toContain(
    '正在进行',
  )
  expect(await storedMb()).toBeGreaterThan(before)
  const worker = startWorkerProcess(app)
  workers.push(worker)
  await second.happened
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
  expect((await succeed(app, openValidation, { validation_id }, asked())).study.state).toBe(
    'running',
  )
  await work(app, rememberingModels())
  const { figures } = await studied(app, main, () => Promise.resolve({ validation_id }))
  // P1 has two photographs; each of the others is a patient of its own.
  expect(figures).toMatchObject({ cases: 4, patients: 3, several: 1, failed: 1 })
  const listed = await succeed(
    app,
    listValidationRows,
    { validation_id, question: 'stage', only: 'all' },
    asked(),
  )
  expect(
    listed.rows.map(({ picture, eye: side, reader }) => [
      ...[picture?.file_name, side, reader.stage, reader.oedema, picture?.url === null],
    ]),
  ).toEqual([
    ['甲.jpg', 'OD', 2, true, false],
    ['乙.jpg', 'OS', 0, false, false],
    ['坏.jpg', null, 1, null, true],
    ['丙.jpg', 'OD', 2, null, false],
  ])
  const shown = await fetch(new URL(listed.rows[0]?.picture?.url ?? '', app.url))
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  await shown.arrayBuffer()

  const again = await studied(app, main, () =>
    succeed(app, repeatValidation, { validation_id }, asked()),
  )
  expect(again.figures).toEqual(figures)
  const stored = await storedMb()
  await succeed(app, removeValidation, { validation_id }, asked())
  expect(await storedMb()).toBe(stored)
  expect((await filesOf()).length).toBeGreaterThan(0)
  await succeed(app, removeValidation, { validation_id: again.study.validation_id }, asked())
  expect(await filesOf()).toEqual([])
  expect(await storedMb()).toBe(before)
})
