import { addTrialPhotograph, fundusArchive } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { archiveFields, makePatient, plainImage, upload } from '../../testing/clinical-factories.ts'
import { makeAccount, makeInstitution, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { twoHalves } from '../../testing/two-halves.ts'

/** Large enough that opening it takes far longer than opening a small one. */
const large = (shade: number) => twoHalves(6000, 5000, { r: shade, g: 80, b: 40 }).png().toBuffer()

/** The order in which works end. */
function finishing() {
  const order: string[] = []
  return {
    order,
    add: async (name: string, work: Promise<unknown>) => {
      await work
      order.push(name)
    },
  }
}

async function newSitting(app: TestApp, by: SignedIn, image: Buffer) {
  const pid = await makePatient(app, by)
  const files_path = [await upload(app, by, image)]
  return () => succeed(app, fundusArchive.create, { pid, ...archiveFields, files_path }, by)
}

test('a trial account that sends photographs without end makes no clinician wait for them', async () => {
  const app = await testApp()
  const [stranger, clinician] = [
    await makeAccount(app, { role: '5' }),
    await makeAccount(app, { role: '4' }),
  ]
  const keys: string[] = []
  for (let n = 0; n < 12; n++)
    keys.push(await upload(app, stranger, await large(n), 'eye.png', 'experience'))
  const create = await newSitting(app, clinician, await plainImage())
  const { order, add } = finishing()
  const flood = keys.map((key, n) =>
    add(`stranger ${n}`, app.call(addTrialPhotograph, { key, name: `${n}.png` }, stranger)),
  )
  await add('clinician', create())
  expect(order.length).toBeLessThan(6)
  expect(order).toContain('clinician')
  await Promise.all(flood)
  expect(order).toHaveLength(13)
  await app.close()
})

test('an institution that saves many sittings at once makes another wait for two of them at most, and its own clinicians take turns', async () => {
  const app = await testApp()
  const { oid } = await makeInstitution(app)
  const busy = await makeAccount(app, { role: '3', oid })
  const colleague = await makeAccount(app, { role: '4', oid })
  const other = await makeAccount(app, { role: '4' })
  const flood: (() => Promise<unknown>)[] = []
  for (let n = 0; n < 14; n++) flood.push(await newSitting(app, busy, await large(n)))
  const [theirs, own] = [
    await newSitting(app, other, await plainImage()),
    await newSitting(app, colleague, await plainImage()),
  ]
  const { order, add } = finishing()
  const going = flood.map((create, n) => add(`busy ${n}`, create()))
  await Promise.all([add('other', theirs()), add('colleague', own())])
  expect(order.indexOf('other')).toBeLessThan(9)
  expect(order.indexOf('colleague')).toBeLessThan(11)
  await Promise.all(going)
  await app.close()
})
