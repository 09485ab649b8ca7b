/**
 * RLE of DICOM (PS3.5 Annex G): a segment of PackBits for each byte of each channel, the high byte first.
 *
 * @type {(bytes: Uint8Array, count: number, channels: number, bytesOfValue: number) => Uint8Array | Uint16Array}
 */
export function decodeRle(bytes, count, channels, bytesOfValue) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 64) throw new Error('cut')
  const segments = view.getUint32(0, true)
  if (segments !== channels * bytesOfValue) throw new Error('damaged')
  const data =
    bytesOfValue === 2 ? new Uint16Array(count * channels) : new Uint8Array(count * channels)
  for (let segment = 0; segment < segments; segment++) {
    const channel = Math.floor(segment / bytesOfValue)
    const shift = 8 * (bytesOfValue - 1 - (segment % bytesOfValue))
    const at = view.getUint32(4 + 4 * segment, true)
    unpack(bytes, at, count, (i, value) => {
      const place = i * channels + channel
      data[place] = (data[place] ?? 0) | (value << shift)
    })
  }
  return data
}

/** @type {(bytes: Uint8Array, at: number, count: number, put: (i: number, value: number) => void) => void} */
function unpack(bytes, at, count, put) {
  let i = 0
  while (i < count) {
    if (at >= bytes.length) throw new Error('cut')
    const head = bytes[at++] ?? 0
    if (head === 128) continue
    const length = Math.min(head < 128 ? head + 1 : 257 - head, count - i)
    if (head < 128) {
      if (at + length > bytes.length) throw new Error('cut')
      for (let k = 0; k < length; k++) put(i++, bytes[at + k] ?? 0)
      at += head + 1
    } else {
      const value = bytes[at++] ?? 0
      for (let k = 0; k < length; k++) put(i++, value)
    }
  }
}
