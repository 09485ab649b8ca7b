import { ImageRefused } from '../refused.ts'

interface Jpeg2000Facts {
  width: number
  height: number
  channels: number
  bits: number
  /** Its colours were turned into others for compression, and come out as red, green and blue. */
  isRgb: boolean
}

/** The head of a codestream (ITU-T T.800 A.5.1, A.6.1), which may stand in boxes. */
export function jpeg2000Facts(bytes: Buffer): Jpeg2000Facts {
  const at = bytes.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]))
  if (at < 0 || at + 44 > bytes.length) throw new ImageRefused('image_cut')
  const long = (place: number) => bytes.readUInt32BE(at + place)
  const channels = bytes.readUInt16BE(at + 40)
  const components = Array.from({ length: Math.min(channels, 4) }, (_, i) =>
    bytes.subarray(at + 42 + 3 * i, at + 45 + 3 * i),
  )
  if (channels !== 1 && channels !== 3)
    throw new ImageRefused({ key: 'image_colours', detail: `JPEG 2000 × ${channels}` })
  if (components.some((component) => component[1] !== 1 || component[2] !== 1))
    throw new ImageRefused({ key: 'image_colours', detail: 'JPEG 2000 4:2:2' })
  const bits = ((components[0]?.[0] ?? 7) & 0x7f) + 1
  if (bits > 16) throw new ImageRefused({ key: 'image_depth', detail: `${bits} bit` })
  const style = bytes.indexOf(Buffer.from([0xff, 0x52]), at + 42)
  return {
    width: long(8) - long(16),
    height: long(12) - long(20),
    channels,
    bits,
    isRgb: channels === 3 && style > 0 && bytes[style + 8] === 1,
  }
}
