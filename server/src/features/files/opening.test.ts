import { openImage } from '@mingmou/analysis/image'
import { drawFundus } from '@mingmou/analysis/phantom'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openBeside, saidBeside } from './opening.ts'

const CLINICIAN = { actor: { uid: 'one', oid: 'two', role: '4' }, ip: '' } as const
const SIZE = { width: 1600, height: 1200 }

/** 16 bits of each colour, which take the processor longest. */
function deepPng(): Promise<Buffer> {
  const { rgb } = drawFundus(3, SIZE).image
  const wide = Uint16Array.from(rgb, (value, at) => value * 256 + (at % 7))
  const raw = { ...SIZE, channels: 3 as const }
  return sharp(wide, { raw }).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer()
}

test('a photograph is opened beside the thread that answers everybody', async () => {
  const bytes = Buffer.from(new Uint8Array(await deepPng()).buffer)
  const opened = openBeside(CLINICIAN, bytes)
  // They went to another thread: nothing here can read them.
  expect(bytes.length).toBe(0)
  expect((await opened).image.bytes.length).toBeGreaterThan(0)
})

test('what is opened beside that thread is what is opened in it', async () => {
  const bytes = await deepPng()
  const { image, isSame, size } = await openBeside(CLINICIAN, Buffer.from(bytes))
  expect(image).toEqual(await openImage(bytes))
  expect({ isSame, size }).toEqual({ isSame: false, size: bytes.length })
  const again = await openBeside(CLINICIAN, Buffer.from(image.bytes))
  expect(again).toMatchObject({ isSame: true, sha256: again.upload_sha256 })
  expect(await saidBeside(CLINICIAN, Buffer.from(bytes))).toBeNull()
})
