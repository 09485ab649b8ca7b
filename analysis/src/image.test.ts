import { expect, test } from 'vitest'
import { encodeGrey } from './image.ts'

/** The names of the chunks of a PNG, in their order. */
function chunksOf(png: Buffer): string[] {
  const names: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    names.push(png.toString('latin1', at + 4, at + 8))
  return names
}

test('a map carries its values alone: no profile or gamma by which a browser would change them', async () => {
  const map = { width: 3, height: 2, data: Uint8Array.of(0, 127, 128, 200, 254, 255) }
  const chunks = chunksOf(await encodeGrey(map))
  expect(chunks).toContain('IDAT')
  expect(chunks.filter((name) => ['iCCP', 'gAMA', 'cHRM', 'sRGB', 'cICP'].includes(name))).toEqual(
    [],
  )
})
