import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fundusArchive, MODALITY } from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf, hasArchivePrograms } from '../../testing/archive-peer.ts'
import { makeClient } from '../../testing/client-factory.ts'
import {
  archiveFields,
  drawnPhotograph,
  keepFindings,
  makePatient,
  plainImage,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
let token: string
let pid: string
beforeAll(async () => {
  app = await testApp()
  await work(app)
  main = await makeAccount(app, { role: '3' })
  ;({ token } = await makeClient(app, main, ['images:read']))
  pid = await makePatient(app, main, { name: '欧阳演示' })
})
afterAll(() => app.close())

type Json = Record<string, { vr: string; Value?: unknown[] } | undefined>
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/dicomweb/${main.oid ?? ''}${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
const found = async (path: string): Promise<Json[]> => {
  const answered = await ask(path)
  expect([path, answered.status]).toEqual([path, 200])
  return (await answered.json()) as Json[]
}
const valueOf = (json: Json, tag: string): string => {
  const value = json[tag]?.Value?.[0]
  return typeof value === 'string' ? value : ''
}
const STUDY_DESCRIPTION = '00081030'
const SERIES_DESCRIPTION = '0008103E'

const png = async () =>
  sharp(await drawnPhotograph())
    .png()
    .toBuffer()

/** A dilated sitting with a right eye, a left one, another right one that is stored as PNG, and a picture of no eye. */
async function ofEyes(): Promise<void> {
  const files_path: string[] = []
  for (const [bytes, name] of [
    [await drawnPhotograph(), 'a.jpg'],
    [await plainImage(), 'b.jpg'],
    [await png(), 'c.png'],
    [await plainImage(400, 300), 'd.jpg'],
  ] as const)
    files_path.push(await upload(app, main, bytes, name))
  const body = { pid, ...archiveFields, img_type: 2 as const, files_path, repeated: files_path }
  const { rid } = await succeed(app, fundusArchive.create, body, main)
  const eye = (of: 'OD' | 'OS' | null) => ({ ...SAMPLE_FINDINGS, eye: of })
  await keepFindings(app, main, { pid, rid }, eye('OD'), eye('OS'), eye('OD'), eye(null))
}

async function ofOtherKinds(): Promise<void> {
  const { surface, octa } = MODALITY
  const { record_date, collect_device } = archiveFields
  const sitting = async (kind: 'surface' | 'octa') => {
    const files_path = [await upload(app, main, await plainImage(), 'photograph.jpg', kind)]
    return { pid, record_date, collect_device, files_path, repeated: files_path }
  }
  await succeed(app, surface.calls.archive.create, await sitting('surface'), main)
  const scan = { ...(await sitting('octa')), img_type: 1 as const }
  await succeed(app, octa.calls.archive.create, scan, main)
}

beforeAll(async () => {
  await ofEyes()
  await ofOtherKinds()
})

test('a study says its kind, and a series the eye that its pictures are of', async () => {
  const studies = await found('/studies')
  const said: unknown[] = []
  for (const study of studies) {
    const kind = valueOf(study, STUDY_DESCRIPTION)
    const series = await found(`/studies/${valueOf(study, '0020000D')}/series`)
    said.push([kind, series.map((row) => valueOf(row, SERIES_DESCRIPTION))])
  }
  expect(said).toEqual([
    ['OCT angiography', ['Eye unknown OCT angiography']],
    ['Corneal fluorescein staining', ['Eye unknown Corneal fluorescein staining']],
    [
      'Fundus photography',
      [
        'OD Fundus photography',
        'OS Fundus photography',
        'OD Fundus photography',
        'Eye unknown Fundus photography',
      ],
    ],
  ])
})

test('every picture lies in the series of its eye', async () => {
  const [, , fundus = {}] = await found('/studies')
  const instances = await found(`/studies/${valueOf(fundus, '0020000D')}/metadata`)
  const eyeOf = (json: Json) => valueOf(json, '00200062') || valueOf(json, '00200060')
  expect(
    instances.map((instance) => [eyeOf(instance), valueOf(instance, SERIES_DESCRIPTION)]),
  ).toEqual([
    ['R', 'OD Fundus photography'],
    ['L', 'OS Fundus photography'],
    ['R', 'OD Fundus photography'],
    ['', 'Eye unknown Fundus photography'],
  ])
  expect(new Set(instances.map((instance) => valueOf(instance, '0020000E'))).size).toBe(4)
})

test('a search answers the attributes that it asks for, each at its level', async () => {
  const [, , fundus = {}] = await found('/studies')
  const at = `/studies/${valueOf(fundus, '0020000D')}`
  const tagsOf = async (path: string) => Object.keys((await found(`${at}${path}`))[0] ?? {})
  const name = '00100010'
  expect(await tagsOf('/instances')).not.toContain(name)
  for (const query of ['PatientName', '00100010', 'Rows,PatientName', 'all'])
    expect(await tagsOf(`/instances?includefield=${query}`)).toContain(name)
  expect(await tagsOf('/instances?includefield=PatientName&includefield=PupilDilated')).toEqual(
    expect.arrayContaining([name, '0022000D']),
  )
  expect(await tagsOf('/instances?includefield=AnatomicRegionSequence.CodeValue')).toContain(
    '00082218',
  )
  // The pixels are no answer of a search.
  expect(await tagsOf('/instances?includefield=all')).not.toContain('7FE00010')
  // What belongs to an instance is not told of a series.
  const series = await tagsOf('/series?includefield=all')
  expect(series).toEqual(expect.arrayContaining([name, SERIES_DESCRIPTION, '00080080']))
  expect(series).not.toContain('00080018')
  expect(await tagsOf('/series?includefield=SOPInstanceUID')).not.toContain('00080018')
})

test('an attribute that no file has is left out, and what is none is refused', async () => {
  const uid = valueOf((await found('/studies'))[0] ?? {}, '0020000D')
  for (const path of ['/studies', `/studies/${uid}/series`, `/studies/${uid}/instances`]) {
    const plain = await found(path)
    expect(await found(`${path}?includefield=PatientWeight,00101030,00091001`)).toEqual(plain)
    for (const wrong of ['0010', 'all,PatientName', 'a b', '<x>'])
      expect([wrong, (await ask(`${path}?includefield=${wrong}`)).status]).toEqual([wrong, 400])
  }
})

test('a search by what is not searched for says that it did not hear', async () => {
  const heard = await ask('/studies?PatientID=*&includefield=all')
  expect(heard.headers.get('warning')).toBeNull()
  const ignored = await ask('/studies?PatientWeight=80')
  expect(ignored.headers.get('warning')).toMatch(/^299 .*ignored/)
  expect(await ignored.json()).toHaveLength(3)
})

test.skipIf(!hasArchivePrograms)('dciodvfy finds no fault in a file of any kind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-kinds-'))
  let files = 0
  for (const study of await found('/studies')) {
    for (const row of await found(`/studies/${valueOf(study, '0020000D')}/instances`)) {
      const [of, series, instance] = ['0020000D', '0020000E', '00080018'].map((tag) =>
        valueOf(row, tag),
      )
      const answered = await ask(`/studies/${of}/series/${series}/instances/${instance}`, {
        accept: 'application/dicom',
      })
      const path = join(folder, `${++files}.dcm`)
      await writeFile(path, Buffer.from(await answered.arrayBuffer()))
      expect([valueOf(row, SERIES_DESCRIPTION), await faultsOf(path)]).toEqual([
        valueOf(row, SERIES_DESCRIPTION),
        [],
      ])
    }
  }
  expect(files).toBe(6)
})
