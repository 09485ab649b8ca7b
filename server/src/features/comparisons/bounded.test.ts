import { ERROR, fundusAnalysis } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withInstitution } from '../../platform/database/institution.ts'
import { analysedPicture } from '../../testing/analysed-picture.ts'
import { makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { giveUpRegister, handleRegister } from './register.handler.ts'
import { registerJob } from './register.job.ts'

const SIZE = { width: 64, height: 64 }
const DOTS = { ...SIZE, data: new Uint8Array(64 * 64).map((_, at) => (at % 7 === 0 ? 255 : 0)) }

let app: TestApp
beforeAll(async () => {
  app = await testApp({ pairs: { waiting: 3, kept: 2 } })
})
afterAll(() => app.close())

async function pictures(by: SignedIn, count: number) {
  const pid = await makePatient(app, by)
  const made: string[] = []
  for (let n = 0; n < count; n++)
    made.push(await analysedPicture(app, by, pid, { map: DOTS, eye: 'OD', size: SIZE }))
  return made.flatMap((before) =>
    made.filter((after) => after !== before).map((after) => [before, after] as const),
  )
}

const ask = (by: SignedIn, [before, after]: readonly [string, string]) => {
  const body = { analysis_record_id: before, image_index: 0 }
  return app.call(
    fundusAnalysis.register,
    { ...body, after_record_id: after, after_index: 0 },
    { token: by.token },
  )
}

const kept = (by: SignedIn) =>
  withInstitution(app.context.db, by.oid ?? '', (trx) =>
    trx.selectFrom('registrations').select(['status', 'before_record_id']).execute(),
  )

describe('pairs of pictures', () => {
  test('wait in a bounded number of one account, also when all are asked for at once, and are kept in one of the patient', async () => {
    const by = await makeAccount(app, { role: '4' })
    const colleague = await makeAccount(app, { role: '4', oid: by.oid ?? '' })
    const pairs = await pictures(by, 3)
    const [first] = pairs
    if (!first) throw new Error('no pair')
    const told = await Promise.all(pairs.map((pair) => ask(by, pair)))
    expect(told.filter((answer) => answer.error_code === 0)).toHaveLength(3)
    expect(told.filter((answer) => answer.error_code !== 0)[0]).toMatchObject({
      error_code: ERROR.limitReached,
      msg: '您等待配准的图像对已达上限（3对），请稍后再试；两张图像仍可并排对比',
    })
    // Who asks again for a pair that waits is answered, and a colleague has a number of his own.
    const waiting = pairs[told.findIndex((answer) => answer.error_code === 0)] ?? first
    const other = pairs[told.findIndex((answer) => answer.error_code !== 0)] ?? first
    expect((await ask(by, waiting)).data).toMatchObject({ status: 'queued' })
    expect((await ask(colleague, other)).error_code).toBe(0)

    const { queue } = app.context
    await queue.work(registerJob, handleRegister(app.context), giveUpRegister(app.context))
    await expect
      .poll(async () => (await kept(by)).map(({ status }) => status))
      .toEqual(['done', 'done'])
    // One that is gone is made again.
    for (const pair of pairs) expect((await ask(by, pair)).error_code).toBe(0)
  })
})
