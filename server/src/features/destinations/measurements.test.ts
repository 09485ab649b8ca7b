import {
  addDestination,
  listDeliveries,
  SCOPES,
  voidReport,
  type Delivery,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf, hasArchivePrograms, run, startArchive } from '../../testing/archive-peer.ts'
import { asClient, makeClient } from '../../testing/client-factory.ts'
import { work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { sign, sitting } from '../../testing/report-maker.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
beforeAll(async () => {
  app = await testApp({ peers: { networks: ['127.0.0.0/8'], caFile: null } })
  await work(app)
})
afterAll(() => app.close())

interface Value {
  valueQuantity?: { value: number }
  valueBoolean?: boolean
  valueCodeableConcept?: { coding: { code: string }[] }
  dataAbsentReason?: { text: string }
}

describe.skipIf(!hasArchivePrograms)('the measurements of a report', () => {
  test('go beside PDF and photograph, once, and name what they take the place of', async () => {
    main = await makeAccount(app, { role: '3' })
    const archive = await startArchive()
    try {
      const given = {
        name: '影像归档',
        kind: 'dicom' as const,
        host: '127.0.0.1',
        port: archive.port,
        called_title: 'ARCHIVE',
        calling_title: 'MINGMOU',
        active: true,
        photographs: true,
        measurements: true,
      }
      await succeed(app, addDestination, given, main)
      const of = await sitting(app, main, { name: '欧阳演示' })
      const signed = (opinion: string) => sign(app, main, of, opinion)
      const rowsOf = async (report_id: string): Promise<Delivery[]> =>
        (await succeed(app, listDeliveries, { report_id }, main)).rows
      const sent = async (report_id: string, count: number) => {
        for (;;) {
          const rows = await rowsOf(report_id)
          if (rows.length === count && rows.every(({ state }) => state === 'sent')) return rows
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
      /** Every structured report of the archive, as dcmtk reads it. */
      const read = async () => {
        const files = (await archive.files()).filter((path) => /SRc/.test(path))
        return Promise.all(
          files.map(async (path) => ({
            faults: await faultsOf(path),
            head: (await run('dcmdump', ['+L', '-q', path])).said,
            tree: (await run('dsrdump', ['+Pc', '+Pl', '+U8', path])).said,
          })),
        )
      }

      const first = await signed('定期随访')
      const rows = await sent(first.report_id, 3)
      expect(rows.map(({ what }) => what).sort()).toEqual(['measurements', 'photograph', 'report'])
      const [file] = await read()
      expect(file?.faults).toEqual([])
      expect(file?.head).toContain('[OU YANG YAN SHI=欧阳演示]')

      const client = await makeClient(app, main, [...SCOPES])
      const { body } = await asClient(app, client, `/fhir/Observation?patient=${of.pid}&_count=100`)
      const told = (body as unknown as { entry: { resource: Value }[] }).entry
      expect(told.length).toBeGreaterThan(10)
      for (const { resource } of told) {
        const { valueQuantity, valueCodeableConcept, dataAbsentReason } = resource
        if (valueQuantity) expect(file?.tree).toContain(`"${valueQuantity.value}"`)
        const code = valueCodeableConcept?.coding[0]?.code
        if (code !== undefined) expect(file?.tree).toContain(`(${code},99MINGMOU`)
        if (dataAbsentReason) expect(file?.tree).toContain(dataAbsentReason.text)
      }
      const numbers = told.filter(({ resource }) => resource.valueQuantity).length
      expect(file?.tree.match(/<contains NUM:/g)).toHaveLength(numbers)

      const second = await signed('三个月后复查')
      await sent(second.report_id, 2)
      await succeed(app, voidReport, { report_id: second.report_id, reason: '患者有误' }, main)
      await sent(second.report_id, 4)
      const all = await read()
      expect(all).toHaveLength(3)
      for (const { faults } of all) expect(faults).toEqual([])
      const uid = /\(0008,0018\) UI \[([\d.]+)\]/
      const uidOf = ({ head }: { head: string }) => uid.exec(head)?.[1] ?? ''
      const before = /\(0040,a360\) SQ[\s\S]*?\(0008,1155\) UI \[([\d.]+)\]/
      const chain = new Map(all.map((each) => [uidOf(each), before.exec(each.head)?.[1] ?? null]))
      expect(chain.size).toBe(3)
      const notice = all.find(({ tree }) => tree.includes('Void: 患者有误'))
      expect(notice?.tree).not.toContain('<contains NUM:')
      const middle = chain.get(notice ? uidOf(notice) : '') ?? ''
      expect(chain.get(middle)).toBe(file ? uidOf(file) : '')
    } finally {
      archive.stop()
    }
  })
})
