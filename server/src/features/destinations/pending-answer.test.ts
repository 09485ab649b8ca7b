import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { addDestination, fundusAnalysis, listDeliveries, type Delivery } from '@mingmou/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hasArchivePrograms, startArchive, startWire } from '../../testing/archive-peer.ts'
import { work } from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { sign, signedReport } from '../../testing/report-maker.ts'
import { resultDestination, startResultSystem } from '../../testing/result-system.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { startWorkerProcess } from '../../testing/worker-process.ts'

const WORKERS_START_MS = 300_000
const NETWORK = '127.0.0.0/8'

let app: TestApp
let by: SignedIn
/** One of two waits for an answer, and the other goes on. */
let second: ChildProcess
beforeAll(async () => {
  app = await testApp({ peers: { networks: [NETWORK], caFile: null } })
  await work(app)
  second = startWorkerProcess(app, { PEER_NETWORKS: NETWORK })
  const complete = () => asked('select from workers where complete')
  await vi.waitFor(async () => expect(await complete()).toHaveLength(2), WORKERS_START_MS)
})
afterAll(async () => {
  second.kill()
  await once(second, 'exit')
  await app.close()
})
beforeEach(async () => {
  by = await makeAccount(app, { role: '3' })
})

const asked = (query: string): Promise<object[]> =>
  withFullRights(
    app.context.config.databaseUrl,
    async (client) => (await client.query<object>(query)).rows,
  )

const rowsOf = async (report_id: string): Promise<Delivery[]> =>
  (await succeed(app, listDeliveries, { report_id }, by)).rows
const told = (report_id: string) =>
  expect.poll(async () =>
    (await rowsOf(report_id)).map(({ what, eye, state }) => [what, eye, state]),
  )

/** The other worker had it and left it for later: it waits for its time, and was not tried. */
const leftForLater = (what: Delivery['what']) =>
  expect.poll(() =>
    asked(`select from jobs
        join deliveries on jobs.data->>'delivery_id' = deliveries.delivery_id::text
        where what = '${what}' and deliveries.tries = 0 and deliveries.reason is null
          and jobs.worker is null and jobs.due_at > now()`),
  )

test.skipIf(!hasArchivePrograms)(
  'an archive that does not answer keeps no transaction, and a photograph that is corrected meanwhile is taken back after its answer',
  async () => {
    const archive = await startArchive(['--fork'])
    const wire = await startWire(archive.port, 'dribbles')
    const given = {
      ...({ name: '归档', kind: 'dicom', calling_title: 'MINGMOU', host: '127.0.0.1' } as const),
      port: wire.port,
      called_title: 'ARCHIVE',
      tls: false,
      photographs: true,
      active: true,
    }
    await succeed(app, addDestination, given, by)
    const { report_id, ...of } = await signedReport(app, by)
    await wire.held
    await told(report_id).toEqual([
      ['photograph', 'OD', 'waiting'],
      ['report', null, 'sent'],
    ])
    // Other work is idle for a moment between two of its questions. What waits for the archive would stay so.
    const idle = () =>
      asked(`select query from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`)
    await expect.poll(idle).toEqual([])

    const eye = { field: 'eye', value: 'OS', reason: '眼别标反', replaces: null } as const
    const body = { analysis_record_id: of.analysis_id, image_index: 0, ...eye }
    await succeed(app, fundusAnalysis.correct, body, by)
    await leftForLater('rejection').toHaveLength(1)
    const kinds = (await archive.files()).map((path) => /^[A-Z]+/.exec(basename(path))?.[0])
    expect(kinds).not.toContain('KO')
    wire.mend()
    await told(report_id).toEqual([
      ['photograph', 'OD', 'sent'],
      ['report', null, 'sent'],
      ['rejection', 'OD', 'sent'],
      ['photograph', 'OS', 'sent'],
    ])
    const arrived = await asked(`select what from deliveries
      where eye = 'OD' order by sent_at`)
    expect(arrived).toEqual([{ what: 'photograph' }, { what: 'rejection' }])
    wire.stop()
    archive.stop()
  },
)

test('a system that does not answer a result gets the next version of it after it has answered', async () => {
  const his = await startResultSystem()
  his.answer('dribble')
  await succeed(app, addDestination, resultDestination(his.port), by)
  const first = his.next()
  const { report_id: before, ...of } = await signedReport(app, by)
  await first
  const { report_id: after } = await sign(app, by, of, '三个月后复查')
  await leftForLater('report').toHaveLength(1)
  expect(his.got).toHaveLength(1)
  his.answer('AA')
  await told(before).toEqual([['report', null, 'sent']])
  await told(after).toEqual([['report', null, 'sent']])
  expect(his.got).toHaveLength(2)
  his.stop()
})
