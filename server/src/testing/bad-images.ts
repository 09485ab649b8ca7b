import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { twoHalves } from './two-halves.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A whole PNG of 30000x30000 px of one bit: a hundred kilobytes that decode to gigabytes. */
export function hugePng(): Buffer {
  const side = 30_000
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((1 + side / 8) * side), { level: 1 })
  const end = Buffer.alloc(0)
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', end)])
}

/** A sound PNG whose text chunk carries a script. */
export async function pngWithScript(script: string): Promise<Buffer> {
  const png = await twoHalves(64, 48, '#345').png().toBuffer()
  const headerEnd = SIGNATURE.length + 25
  const text = chunk('tEXt', Buffer.from(`Comment\0${script}`, 'latin1'))
  return Buffer.concat([png.subarray(0, headerEnd), text, png.subarray(headerEnd)])
}

export async function animatedWebp(): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = await Promise.all(['#300', '#030'].map(frame))
  return sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer()
}

/** A picture that compresses badly. */
export function noise(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
}
