import sharp from 'sharp'
import { drawFundus } from '@mingmou/analysis/phantom'
import type { Client } from './client.ts'
import { spread } from './table.ts'
import { newPatient, upload } from './upload.ts'

/** 31 megapixels. */
const LARGEST = { width: 6400, height: 4800 }
/** No file is larger than 32 MiB. */
const LARGEST_OF_16_BITS = { width: 4200, height: 3150 }

/** Noise in each pixel: a file is as large as a picture of its size can be. */
function noisy(bits: 8 | 16) {
  const size = bits === 8 ? LARGEST : LARGEST_OF_16_BITS
  const { rgb } = drawFundus(7, size).image
  const own = bits === 8 ? new Uint8Array(rgb.length) : new Uint16Array(rgb.length)
  for (let i = 0, seed = 1; i < rgb.length; i++) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    const value = Math.min(250, rgb[i] ?? 0)
    own[i] = bits === 8 ? value + ((seed >> 16) & 3) : (value << 8) + ((seed >> 20) & 1)
  }
  return sharp(own, { raw: { ...size, channels: 3 } })
}

const FILES: Record<string, () => Promise<Buffer>> = {
  'JPEG of 31 megapixels': () =>
    noisy(8).jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer(),
  'PNG of 16 bits': () =>
    noisy(16)
      .toColourspace('rgb16')
      .png({ compressionLevel: 6, adaptiveFiltering: true })
      .toBuffer(),
}

/** How long `/healthz` takes while the largest files are opened one after the other. */
export async function benchOpening(url: string, client: Client, times: number) {
  const pid = await newPatient(client)
  const rows: Record<string, object> = {}
  for (const [name, make] of Object.entries(FILES)) {
    const bytes = await make()
    const answered: number[] = []
    for (let index = 0; index < times; index++) {
      const over = new AbortController()
      const stored = upload(url, client, pid, bytes).finally(() => over.abort())
      while (!over.signal.aborted) {
        const start = performance.now()
        await fetch(`${url}/healthz`)
        answered.push(performance.now() - start)
        await new Promise((next) => setTimeout(next, 5))
      }
      await stored
    }
    rows[`${name}, ${Math.round(bytes.length / 1e6)} MB`] = spread(answered)
  }
  return rows
}
