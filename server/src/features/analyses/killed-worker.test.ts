import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  drawnPhotograph,
  makeSitting,
  nextEvent,
  predict,
  resultOf,
  work,
} from '../../testing/clinical-factories.ts'
import { rememberingModels } from '../../testing/models.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { startWorkerProcess } from '../../testing/worker-process.ts'

/** The second worker remembers what it found in the same photograph. */
let app: TestApp
const workers: ChildProcess[] = []
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.close()
})

function start(): ChildProcess {
  const worker = startWorkerProcess(app)
  workers.push(worker)
  return worker
}

async function kill(worker: ChildProcess): Promise<void> {
  const gone = once(worker, 'exit')
  worker.kill('SIGKILL')
  await gone
}

test('a worker killed in the middle loses nothing: another one ends the analysis, each image once', async () => {
  const images = await Promise.all(Array.from({ length: 3 }, () => drawnPhotograph()))
  const { by, rid } = await makeSitting(app, images)
  const middle = await nextEvent(app, 'anal_progress', ({ done }) => done > 1)
  const end = await nextEvent(app, 'anal_system')
  const analysis_record_id = await predict(app, by, rid)
  const worker = start()
  await middle.happened
  await kill(worker)
  expect((await resultOf(app, by, analysis_record_id)).status).toBe('running')

  await work(app, rememberingModels())
  expect(await end.happened).toMatchObject({ anal_status: 1, image_id: rid })
  const result = await resultOf(app, by, analysis_record_id)
  expect(result.status).toBe('done')
  const found = [...result.left, ...result.right, ...result.other]
  expect(found.map((image) => image.image_index).sort()).toEqual([0, 1, 2])
  for (const image of found) expect(image.data?.vessel).not.toBeNull()
})

test('an analysis whose every worker is killed says that it failed, and why', async () => {
  const other = await testApp()
  const { by, rid } = await makeSitting(other)
  const analysis_record_id = await predict(other, by, rid)
  // The state that three workers leave when they are killed in turn.
  await sql`update jobs set tries = 3, reason = 'the worker ended during the work'`.execute(
    other.context.db,
  )
  const end = await nextEvent(other, 'anal_system')
  await work(other)
  expect(await end.happened).toMatchObject({ anal_status: 2, image_id: rid })
  expect(await resultOf(other, by, analysis_record_id)).toMatchObject({
    status: 'failed',
    reason: '分析进程多次中断',
  })
  await other.close()
})

test('a file that cannot be read fails the analysis after three tries, in plain words', async () => {
  const other = await testApp()
  const { by, rid } = await makeSitting(other)
  const [image] = await withInstitution(other.context.db, by.oid ?? '', (trx) =>
    trx.selectFrom('archive_images').select('file_key').where('rid', '=', rid).execute(),
  )
  await other.context.files.remove([image?.file_key ?? ''])
  const end = await nextEvent(other, 'anal_system')
  const analysis_record_id = await predict(other, by, rid)
  await work(other)
  expect(await end.happened).toMatchObject({ anal_status: 2 })
  const result = await resultOf(other, by, analysis_record_id)
  expect(result).toMatchObject({ status: 'failed', reason: '分析过程出错' })
  expect((await predict(other, by, rid)) === analysis_record_id).toBe(false)
  await other.close()
})
