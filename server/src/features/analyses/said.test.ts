import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import type { AnalysisResult } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dicomPicture, type Entry } from '@mingmou/analysis/testing/dicom'
import { analysed, makeSitting } from '../../testing/clinical-factories.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** The result of a drawn photograph in a DICOM file that says this. */
async function resultOf(...entries: Entry[]): Promise<AnalysisResult['right'][number]> {
  const { image } = drawFundus(4, { width: 700, eye: 'OD' })
  const { width, height } = image
  const file = dicomPicture({
    syntax: '1.2.840.10008.1.2.4.50',
    width,
    height,
    samples: 3,
    colours: 'YBR_FULL_422',
    entries,
    pixels: [await encodeJpeg(image)],
  })
  const { by, rid } = await makeSitting(app, [file])
  const { left, right, other } = await analysed(app, by, rid)
  const [found] = [...right, ...left, ...other]
  if (!found) throw new Error('no image')
  return found
}

test.each([
  ['ORIGINAL\\PRIMARY\\\\FA', 'angiogram'],
  ['DERIVED\\PRIMARY\\MONTAGE', 'several_fields'],
  ['ORIGINAL\\PRIMARY\\REDFREE', 'single_colour'],
] as const)(
  'a file that calls its picture %s is not judged as a colour photograph',
  async (type, reason) => {
    const { quality, data } = await resultOf([0x0008, 0x0008, 'CS', type])
    expect(quality).toMatchObject({ gradable: false, reasons: [reason] })
    expect(data).toMatchObject({ gradable: false })
  },
)

test('a file that says nothing of it is judged, and pixels made square are told with their size before', async () => {
  const plain = await resultOf([0x0008, 0x0008, 'CS', 'ORIGINAL\\PRIMARY'])
  expect([plain.quality?.gradable, plain.resampled]).toEqual([true, null])
  const tall = await resultOf([0x0028, 0x0034, 'IS', '3\\2'])
  expect(tall.resampled).toEqual({ width: 700, height: plain.height })
  expect(tall.height).toBe(Math.round(1.5 * plain.height))
})
