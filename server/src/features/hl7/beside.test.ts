import { listHl7Peers, listPatients, mergePatients } from '@mingmou/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { waitingForOthers } from '../../testing/hold-commits.ts'
import { hl7App, messageOf, pidOf, registerSystem, sendMessage } from '../../testing/hl7-system.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'
import { holdByNumber } from '../patients/by-number.ts'

let app: TestApp
let port: number
let close: () => Promise<void>
let main: SignedIn
let oid: string
let facility: string
beforeAll(async () => {
  ;({ app, port, close } = await hl7App())
  main = await makeAccount(app, { role: '3' })
  oid = main.oid ?? ''
  ;({ facility } = await registerSystem(app, main))
})
afterAll(() => close())

const inOwn = <T>(work: (trx: Trx) => Promise<T>) => withInstitution(app.context.db, oid, work)

/** A transaction that has done this and is not ended until it is let go. */
async function held(work: (trx: Trx) => Promise<unknown>): Promise<() => Promise<void>> {
  let letGo = () => {}
  const end = new Promise<void>((resolve) => (letGo = resolve))
  let ended: Promise<void> | undefined
  await new Promise<void>((begun, failed) => {
    ended = inOwn(async (trx) => {
      await work(trx)
      begun()
      await end
    })
    ended.catch(failed)
  })
  onTestFinished(letGo)
  return async () => {
    letGo()
    await ended
  }
}

const put = async (trigger: string, number: string, phone: string) =>
  (await sendMessage(port, messageOf({ facility }, `ADT^${trigger}`, pidOf({ number, phone })))).ack

test('a message does not wait for another of its system, of which nothing is to be written', async () => {
  expect(await put('A04', 'ROW-1', '13800000001')).toBe('AA')
  const { rows } = await succeed(app, listHl7Peers, {}, { token: main.token })
  expect(rows).toMatchObject([{ heard_at: expect.any(String) as string, fault: null }])
  // However long the messages take here: the system was heard a moment ago.
  const heard_at = new Date(Date.now() + 3_600_000)
  await inOwn((trx) => trx.updateTable('hl7_peers').set({ heard_at }).execute())
  const letGo = await held((trx) =>
    trx.selectFrom('hl7_peers').select('peer_id').forNoKeyUpdate().execute(),
  )
  expect(await put('A04', 'ROW-2', '13800000001')).toBe('AA')
  await letGo()
})

test('two patients change at one moment, and records are joined after both', async () => {
  for (const number of ['BESIDE-1', 'BESIDE-2', 'BESIDE-3'])
    expect(await put('A04', number, '13800000001')).toBe('AA')
  const letGo = await held((trx) => holdByNumber(trx, oid, 'BESIDE-1'))
  expect(await put('A08', 'BESIDE-2', '13900000002')).toBe('AA')

  const { rows } = await succeed(app, listPatients, {}, { token: main.token })
  const pid = (number: string) => rows.find((row) => row.ad_card_number === number)?.pid ?? ''
  const joined = succeed(
    app,
    mergePatients,
    { pid: pid('BESIDE-2'), merged_pid: pid('BESIDE-3') },
    { token: main.token },
  )
  await waitingForOthers(app, 1)
  await letGo()
  await joined
})
