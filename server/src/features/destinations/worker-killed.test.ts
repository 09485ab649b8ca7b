import { once } from 'node:events'
import {
  addDestination,
  createReport,
  listDeliveries,
  type Delivery,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasArchivePrograms, run, startArchive, startWire } from '../../testing/archive-peer.ts'
import {
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
} from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { startWorkerProcess, whileWorking } from '../../testing/worker-process.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test.skipIf(!hasArchivePrograms)(
  'a worker that is killed before the answer sends the same file again, by its next one',
  async () => {
    const main = await makeAccount(app, { role: '3' })
    const archive = await startArchive()
    const wire = await startWire(archive.port, 'holds')
    const given: InputOf<typeof addDestination> = {
      name: '影像归档',
      kind: 'dicom',
      host: '127.0.0.1',
      port: wire.port,
      called_title: 'ARCHIVE',
      calling_title: 'MINGMOU',
      photographs: true,
      active: true,
    }
    await succeed(app, addDestination, given, main)
    const pid = await makePatient(app, main)
    const rid = await makeArchive(app, main, pid, [await drawnPhotograph()])
    const analysis_id = await keepFindings(app, main, { pid, rid })
    const { report_id } = await succeed(
      app,
      createReport,
      {
        uid: main.uid,
        patient_id: pid,
        analysis_id,
        analysis_type: '1',
        image_index: 0,
        diagnostic_opinion: '定期随访',
      },
      main,
    )
    const allowed = { PEER_NETWORKS: '127.0.0.0/8' }
    const first = startWorkerProcess(app, allowed)
    await whileWorking(first, wire.held)
    const [file = ''] = await archive.files()
    const before = await run('dcmdump', ['+L', '-q', file])
    first.kill('SIGKILL')
    await once(first, 'exit')
    const stateOf = async (): Promise<Delivery['state'] | undefined> =>
      (await succeed(app, listDeliveries, { report_id }, main)).rows[0]?.state
    expect(await stateOf()).toBe('waiting')

    wire.mend()
    const second = startWorkerProcess(app, allowed)
    const sent = async () => {
      while ((await stateOf()) !== 'sent') await new Promise((done) => setTimeout(done, 100))
    }
    try {
      await whileWorking(second, sent())
      expect((await archive.files()).filter((file) => file.includes('/OP'))).toEqual([file])
      expect(await run('dcmdump', ['+L', '-q', file])).toEqual(before)
    } finally {
      second.kill()
      await once(second, 'exit')
      wire.stop()
      archive.stop()
    }
  },
)
