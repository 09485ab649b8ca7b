import { interleaved } from '../dicom/colour.ts'
import { decodeAside } from '../decode.ts'
import type { JpegFacts } from './jpeg-facts.ts'
import { ImageRefused } from '../refused.ts'
import { inEightBits, type Raster } from '../samples.ts'

/** The pixels of a file in lossless JPEG or JPEG-LS, grey or red, green and blue. */
export async function decodeSpecial(
  bytes: Buffer,
  { width, height, components, bits }: JpegFacts,
  kind: 'lossless' | 'ls',
): Promise<Raster> {
  const codec = kind === 'ls' ? 'jpeg-ls' : 'lossless'
  const channels = components.length
  if (channels !== 1 && channels !== 3)
    throw new ImageRefused({ key: 'image_colours', detail: `JPEG × ${channels}` })
  const job = { codec, bytes, width, height, channels, count: width * height } as const
  const decoded = await decodeAside({ ...job, bytesOfValue: bits > 8 ? 2 : 1 })
  const data = decoded.planar ? await interleaved(decoded.data) : decoded.data
  return { width, height, channels, pixels: await inEightBits({ data, bits }) }
}
