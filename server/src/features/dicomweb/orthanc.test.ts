import {
  addDestination,
  addDevice,
  createReport,
  fundusAnalysis,
  fundusArchive,
  listDeliveries,
  listReceived,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photograph } from '../../testing/camera.ts'
import { makeClient } from '../../testing/client-factory.ts'
import {
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
  plainImage,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { hasOrthanc, startOrthanc, type Orthanc } from '../../testing/orthanc.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
let orthanc: Orthanc
beforeAll(async () => {
  if (!hasOrthanc) return
  app = await testApp({ peers: { networks: ['127.0.0.0/8'], caFile: null } })
  await work(app)
  main = await makeAccount(app, { role: '3' })
  const { token } = await makeClient(app, main, ['images:read', 'images:write'])
  orthanc = await startOrthanc({
    mingmou: { url: `${app.url}/dicomweb/${main.oid ?? ''}`, token },
  })
})
afterAll(async () => {
  if (!hasOrthanc) return
  await orthanc.stop()
  await app.close()
})

const server = (what: string, body: object) =>
  orthanc.ask(`/dicom-web/servers/mingmou/${what}`, body)
const tagsOf = async (instance: string) =>
  (await orthanc.ask(`/instances/${instance}/simplified-tags`)) as Record<string, string>
const instances = async () => (await orthanc.ask('/instances')) as string[]

/** An answer of ours, as Orthanc tells it. */
interface Found {
  '0020000D'?: { Value?: string }
}

test.skipIf(!hasOrthanc)(
  'Orthanc finds a study by the Chinese name, and retrieves the files of both eyes as they are stored',
  async () => {
    const pid = await makePatient(app, main, { name: '欧阳演示', ad_card_number: 'ORTH-1' })
    const jpegs = [await drawnPhotograph(), await plainImage()]
    const rid = await makeArchive(app, main, pid, jpegs)
    const eye = (of: 'OD' | 'OS') => ({ ...SAMPLE_FINDINGS, eye: of })
    await keepFindings(app, main, { pid, rid }, eye('OD'), eye('OS'))

    const asked = { Uri: '/studies', Arguments: { PatientName: '欧阳*', includefield: 'all' } }
    const found = (await server('qido', asked)) as Found[]
    expect(found).toHaveLength(1)
    const study = found[0]?.['0020000D']?.Value ?? ''
    await server('retrieve', { Resources: [{ Study: study }] })
    const there = await Promise.all(
      (await instances()).map(async (instance) => ({
        tags: await tagsOf(instance),
        file: await orthanc.bytes(`/instances/${instance}/file`),
      })),
    )
    const said = there
      .map(({ tags }) => [
        ...[tags['PatientName'], tags['PatientID'], tags['ImageLaterality']],
        ...[tags['SeriesDescription'], tags['StudyInstanceUID']],
      ])
      .toSorted()
    expect(said).toEqual([
      ['OU YANG YAN SHI=欧阳演示', 'ORTH-1', 'L', 'OS Fundus photography', study],
      ['OU YANG YAN SHI=欧阳演示', 'ORTH-1', 'R', 'OD Fundus photography', study],
    ])
    expect(jpegs.map((jpeg) => there.some(({ file }) => file.includes(jpeg)))).toEqual([true, true])
  },
)

test.skipIf(!hasOrthanc)(
  'a signed report and its photograph go to Orthanc, and lie in the study of the sitting',
  async () => {
    const pid = await makePatient(app, main, { name: '张归档', ad_card_number: 'ORTH-2' })
    const rid = await makeArchive(app, main, pid, [await drawnPhotograph()])
    const analysis_id = await keepFindings(app, main, { pid, rid })
    const given = { name: 'Orthanc', kind: 'stow', url: `${orthanc.url}/dicom-web` } as const
    await succeed(app, addDestination, { ...given, photographs: true, active: true }, main)
    const fixed = { analysis_type: '1', image_index: 0, diagnostic_opinion: '定期随访' } as const
    const body = { uid: main.uid, patient_id: pid, analysis_id, ...fixed }
    const { report_id } = await succeed(app, createReport, body, main)
    const rows = async () => (await succeed(app, listDeliveries, { report_id }, main)).rows
    await expect
      .poll(async () => (await rows()).map(({ state }) => state))
      .toEqual(['sent', 'sent'])
    const all = await Promise.all((await instances()).map(tagsOf))
    const sent = all.filter(({ PatientID }) => PatientID === 'ORTH-2')
    expect(sent.map(({ SeriesDescription }) => SeriesDescription).toSorted()).toEqual([
      'OD Fundus photography',
      'Reports',
    ])
    expect(new Set(sent.map(({ StudyInstanceUID }) => StudyInstanceUID)).size).toBe(1)

    const said = { analysis_record_id: analysis_id, image_index: 0, field: 'eye', value: 'OS' }
    const corrected = { ...said, reason: '眼别标反', replaces: null } as const
    await succeed(app, fundusAnalysis.correct, corrected, main)
    await expect
      .poll(async () => (await rows()).map(({ what, state }) => `${what} ${state}`))
      .toEqual(['photograph sent', 'report sent', 'rejection sent', 'photograph sent'])
    const after = await Promise.all((await instances()).map(tagsOf))
    const [rejection] = after.filter(({ Modality }) => Modality === 'KO')
    const former = sent.find(({ Modality }) => Modality === 'OP')?.['SOPInstanceUID']
    expect(JSON.stringify(rejection)).toContain('Rejected for Patient Safety Reasons')
    expect(JSON.stringify(rejection)).toContain(`"${former ?? ''}"`)
    expect(rejection?.['StudyInstanceUID']).toBe(sent[0]?.['StudyInstanceUID'])
  },
)

/** Written by hand: Node decodes GB18030 and does not encode it. */
const ZHANG_SAN = Buffer.from([0xd5, 0xc5, 0x5e, 0xc8, 0xfd])

test.skipIf(!hasOrthanc)(
  'Orthanc stores both eyes, with the name in either character set, three times: it is one archive',
  async () => {
    const camera = {
      name: '扫描仪',
      addresses: ['127.0.0.1'],
      collect_device: '-',
      img_type: 1 as const,
    }
    await succeed(app, addDevice, { ...camera, ae_title: 'SCAN', modality: 'fundus' }, main)
    const own = { name: '张三', ad_card_number: 'ORTH-3', birthday: '1960-05-17' } as const
    const pid = await makePatient(app, main, own)
    const of = {
      number: 'ORTH-3',
      birthday: '19600517',
      sex: 'M',
      day: '20240301',
      study: '2.25.3000',
    }
    const latin = Buffer.from('Zhang^San=')
    const files = [
      photograph({ ...of, charset: 'ISO_IR 192', name: Buffer.from('Zhang^San=张^三'), eye: 'R' }),
      photograph({ ...of, charset: 'GB18030', name: Buffer.concat([latin, ZHANG_SAN]), eye: 'L' }),
    ]
    const ids: string[] = []
    for (const file of files)
      ids.push(((await orthanc.ask('/instances', file)) as { ID: string }).ID)
    for (let time = 0; time < 3; time++) await server('stow', { Resources: ids })
    const sittings = async () => (await succeed(app, fundusArchive.list, { pid }, main)).rows
    await expect
      .poll(async () => (await sittings()).map(({ images }) => images.length))
      .toEqual([2])
    const { rows } = await succeed(app, listReceived, { size: 100 }, main)
    expect(rows.map(({ said }) => [said.name, said.number])).toEqual([
      ['张三', 'ORTH-3'],
      ['张三', 'ORTH-3'],
    ])
  },
)
