import { addBatchFile, addPatient, fundusArchive, type BatchFile } from '@mingmou/contract'
import { checkFile } from '@mingmou/analysis/testing/parts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  archiveFields,
  makePatient,
  patientInput,
  upload,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { saidDicom, type Said } from '../../testing/said-dicom.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { twoHalves } from '../../testing/two-halves.ts'

let app: TestApp
let by: SignedIn
let folder: string
beforeAll(async () => {
  app = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'wild-facts-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  by = await makeAccount(app, { role: '4' })
})

const own = { ad_card_number: 'P-1001', name: '张三', gender: 1, birthday: '1960-05-17' } as const

async function add(bytes: Buffer, name: string): Promise<BatchFile> {
  const key = await upload(app, by, bytes)
  return succeed(app, addBatchFile, { modality: 'fundus', key, name }, { token: by.token })
}

/** What a folder that is checked would say of the same file. */
async function checked(bytes: Buffer, name: string) {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const found = await checkFile(path)
  if ('refused' in found) throw new Error(found.refused)
  return found.taken
}

describe('the moment that a camera wrote into a JPEG', () => {
  const said = async (moment: string, offset: string) =>
    sharp(await twoHalves(320, 240, '#345').jpeg().toBuffer())
      .withExif({
        IFD0: { DateTime: moment },
        IFD2: { DateTimeOriginal: moment, DateTimeDigitized: moment, OffsetTimeOriginal: offset },
      })
      .jpeg()
      .toBuffer()
  test.each([
    ['0000:00:00 00:00:00', '+00:00'],
    ['2024:02:30 10:00:00', '+08:00'],
    ['2024:02:29 23:30:00', '+00:00'],
    ['2024:02:29 23:30:00', '-99:99'],
    ['1970:01:01 00:00:00', 'Z'],
    ['    :  :     :  :  ', '+08:00'],
    ['9999:99:99 99:99:99', '+08:00'],
    ['2024-02-29T23:30:00Z', 'Z'],
  ])('%s %s is no evidence: a person or the name of the file says the day', async (...moment) => {
    await makePatient(app, by, own)
    const bytes = await said(...moment)
    expect(bytes.includes(Buffer.from(moment[0]))).toBe(true)
    expect(await add(bytes, 'P-1001_OD.jpg')).toMatchObject({
      record_date: null,
      evidence: { record_date: { left: 'none' } },
    })
    expect((await checked(bytes, 'P-1001_OD.jpg')).day).toBeNull()
    expect(await add(bytes, 'P-1001_OD_20240301.jpg')).toMatchObject({ record_date: '2024-03-01' })
    expect((await checked(bytes, 'P-1001_OD_20240301.jpg')).day).toBe('2024-03-01')
  })
})

describe('a day that a DICOM file says', () => {
  test.each<[Said, string | null]>([
    [{ day: '00000000' }, null],
    [{ day: '20240230' }, null],
    [{ day: '19000101' }, null],
    [{ day: '2024' }, null],
    [{ day: '233000' }, null],
    [{ day: '2024\\02' }, null],
    [{ day: '99991231' }, null],
    [{ day: '昨天' }, null],
    [{ day: '2024.02.29' }, '2024-02-29'],
    [{ moment: '20240229233000+0000' }, '2024-03-01'],
    [{ moment: '20240229233000-9999' }, '2024-02-29'],
    [{ moment: '20240230233000+0000' }, null],
  ])(
    '%j is told alike by the batch, the check of a folder and the upload of one',
    async (day, is) => {
      const pid = await makePatient(app, by, own)
      const bytes = saidDicom({ number: 'P-1001', eye: 'R', birthday: '00000000', ...day })
      expect((await add(bytes, 'IM1')).record_date).toBe(is)
      expect((await checked(bytes, 'IM1')).day).toBe(is)
      const key = await upload(app, by, bytes, 'a.dcm')
      const body = { pid, ...archiveFields, record_date: '2023-01-01', files_path: [key] }
      const { status, data } = await app.call(fundusArchive.create, body, { token: by.token })
      expect(status).toBeLessThan(500)
      if (is === null) expect(status).toBe(200)
      else expect(data).toMatchObject({ differing: [{ record_date: true, said: { days: [is] } }] })
    },
  )
})

describe('a sign that is no letter of a name', () => {
  test.each(['😀', '👩🏽‍⚕️', '❤️', '🇨🇳', '1️⃣'])('%s', async (sign) => {
    const typed = await app.call(addPatient, patientInput({ name: `张三${sign}` }), by)
    const first = Array.from(sign)[0] ?? ''
    const code = (first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    expect(JSON.stringify(typed)).toContain(`${first} (U+${code})`)

    const pid = await makePatient(app, by, own)
    const picture = await twoHalves(320, 240, '#345').jpeg().toBuffer()
    // In the name of a file it stands between words, and is none of them.
    const named = await add(picture, `张三${sign}_P-1001_OD_20240301.jpg`)
    expect(named).toMatchObject({ patient: { pid }, eye: 'OD', record_date: '2024-03-01' })
    const day = { day: '20240301', eye: 'R', number: 'P-1001' }
    const dicom = await add(
      saidDicom({ ...day, charset: 'ISO_IR 192', name: `张三${sign}` }),
      'IM1',
    )
    expect(dicom).toMatchObject({ patient: null, suggestions: [] })
  })
})
