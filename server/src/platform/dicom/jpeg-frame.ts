/** What the head of a JPEG says of its picture (ITU-T T.81 B.2). */
export interface JpegFrame {
  /** Eight bits and Huffman codes, as every DICOM program reads it. */
  baseline: boolean
  width: number
  height: number
  components: number
  /** As DICOM calls it (PS3.3 C.7.6.3.1.2). */
  colours: 'MONOCHROME2' | 'RGB' | 'YBR_FULL_422'
}

const SOS = 0xda

/** Null where it is none, or is cut before its picture begins. */
export function jpegFrame(jpeg: Buffer): JpegFrame | null {
  if (jpeg.readUInt16BE(0) !== 0xffd8) return null
  let transform: number | null = null
  let frame: Omit<JpegFrame, 'colours'> | null = null
  for (let at = 2; at + 4 <= jpeg.length;) {
    const marker = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff) return null
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === SOS) break
    const size = jpeg.readUInt16BE(at + 2)
    const body = jpeg.subarray(at + 4, at + 2 + size)
    if (marker === 0xee && body.toString('latin1', 0, 5) === 'Adobe') transform = body[11] ?? 0
    if (isFrame(marker)) {
      const components = body[5] ?? 0
      const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)]
      frame = { baseline: marker === 0xc0 && body[0] === 8, width, height, components }
    }
    at += 2 + size
  }
  return frame && { ...frame, colours: coloursOf(frame.components, transform) }
}

/** SOF0 to SOF15, without DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** A baseline JPEG of luminance and colour is called so, however much its colour is thinned out (PS3.5 8.2.1). */
function coloursOf(components: number, transform: number | null): JpegFrame['colours'] {
  if (components === 1) return 'MONOCHROME2'
  return transform === 0 ? 'RGB' : 'YBR_FULL_422'
}
