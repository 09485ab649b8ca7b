/**
 * Lossless JPEG (ITU-T T.81 Annex H): Huffman coding, predictors 1 to 7, 2 to 16 bits, restarts, channels in one scan
 * or each in its own.
 *
 * @typedef {{ lookup: Uint16Array }} Table
 * @typedef {{ id: number, table: number }} Part
 */

/** @type {(bytes: Uint8Array) => { width: number, height: number, channels: number, bits: number, data: Uint16Array }} */
export function decodeLossless(bytes) {
  const word = (/** @type {number} */ at) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  /** @type {Map<number, Table>} */
  const tables = new Map()
  let frame = { bits: 0, width: 0, height: 0, ids: /** @type {number[]} */ ([]) }
  let data = new Uint16Array(0)
  let restart = 0
  let scans = 0
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff || bytes[at + 1] === 0xff) {
      at++
      continue
    }
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xd9) break
    if (marker === 0 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    const end = at + 2 + word(at + 2)
    const body = bytes.subarray(at + 4, end)
    at = end
    if (marker === 0xc3) {
      frame = frameOf(body)
      data = new Uint16Array(frame.width * frame.height * frame.ids.length)
    } else if (marker === 0xc4) readTables(body, tables)
    else if (marker === 0xdd) restart = word(end - 2)
    else if (marker === 0xda) {
      at = readScan(bytes, end, body, { frame, data, tables, restart })
      scans += body[0] ?? 0
    }
  }
  if (scans < frame.ids.length || scans === 0) throw new Error('cut')
  const { width, height, bits, ids } = frame
  return { width, height, channels: ids.length, bits, data }
}

/** @param {Uint8Array} body */
function frameOf(body) {
  const count = body[5] ?? 0
  const ids = Array.from({ length: count }, (_, i) => body[6 + 3 * i] ?? 0)
  const isWhole = ids.every((_, i) => count === 1 || body[7 + 3 * i] === 0x11)
  if (!isWhole || (count !== 1 && count !== 3)) throw new Error('sampling')
  const height = ((body[1] ?? 0) << 8) | (body[2] ?? 0)
  const width = ((body[3] ?? 0) << 8) | (body[4] ?? 0)
  return { bits: body[0] ?? 0, width, height, ids }
}

/**
 * Codes by their next 16 bits: length in the high byte, category in the low one.
 *
 * @param {Uint8Array} body
 * @param {Map<number, Table>} tables
 */
function readTables(body, tables) {
  for (let at = 0; at + 17 <= body.length;) {
    const lookup = new Uint16Array(65_536)
    let code = 0
    let value = at + 17
    for (let length = 1; length <= 16; length++) {
      const span = 1 << (16 - length)
      for (let i = 0; i < (body[at + length] ?? 0); i++, code += span, value++)
        lookup.fill((length << 8) | (body[value] ?? 0), code, code + span)
    }
    tables.set((body[at] ?? 0) & 15, { lookup })
    at = value
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {Uint8Array} head
 * @param {{ frame: { bits: number, width: number, height: number, ids: number[] }, data: Uint16Array,
 *   tables: Map<number, Table>, restart: number }} state
 */
function readScan(bytes, start, head, { frame, data, tables, restart }) {
  const { width, height, bits, ids } = frame
  const count = head[0] ?? 0
  const parts = Array.from({ length: count }, (_, i) => ({
    channel: ids.indexOf(head[1 + 2 * i] ?? -1),
    lookup: tables.get((head[2 + 2 * i] ?? 0) >> 4)?.lookup,
  }))
  const predictor = head[1 + 2 * count] ?? 0
  const shift = (head[3 + 2 * count] ?? 0) & 15
  if (data.length === 0 || parts.some(({ channel, lookup }) => channel < 0 || !lookup))
    throw new Error('damaged')
  const step = ids.length
  const row = step * width
  const middle = 1 << (bits - shift - 1)
  let at = start
  let held = 0
  let free = 0
  let over = 0
  const fill = () => {
    while (free <= 16) {
      const byte = bytes[at] ?? 0xff
      if (byte === 0xff) {
        const next = bytes[at + 1] ?? 0xd9
        // Behind a marker there is nothing: zeros stand for it, and too many of them are a cut.
        if (next !== 0) {
          held = (held << 8) & 0xffffff
          free += 8
          over++
          continue
        }
        at++
      }
      at++
      held = ((held << 8) | byte) & 0xffffff
      free += 8
    }
  }
  let left = restart
  let first = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (restart > 0 && left === 0) {
        at = behindRestart(bytes, at)
        held = free = over = 0
        left = restart
        first = y
      }
      left--
      const isStart = y === first && x === 0
      for (const { channel, lookup } of parts) {
        if (free <= 16) fill()
        const found = lookup?.[(held >> (free - 16)) & 0xffff] ?? 0
        const length = found >> 8
        if (length === 0) throw new Error('damaged')
        free -= length
        const size = found & 255
        let difference = size === 16 ? 32_768 : 0
        if (size > 0 && size < 16) {
          if (free <= 16) fill()
          free -= size
          const value = (held >> free) & ((1 << size) - 1)
          difference = value < 1 << (size - 1) ? value - (1 << size) + 1 : value
        }
        const place = y * row + x * step + channel
        const a = x > 0 ? (data[place - step] ?? 0) : 0
        const b = y > first ? (data[place - row] ?? 0) : 0
        const c = y > first && x > 0 ? (data[place - row - step] ?? 0) : 0
        const guess = isStart
          ? middle
          : y === first
            ? a
            : x === 0
              ? b
              : predicted(predictor, a, b, c)
        data[place] = guess + difference
      }
      if (over > 4) throw new Error('cut')
    }
  }
  if (shift > 0)
    for (const { channel } of parts)
      for (let i = channel; i < data.length; i += step) data[i] = (data[i] ?? 0) << shift
  return at
}

/** @type {(predictor: number, a: number, b: number, c: number) => number} */
function predicted(predictor, a, b, c) {
  if (predictor === 1) return a
  if (predictor === 2) return b
  if (predictor === 3) return c
  if (predictor === 4) return a + b - c
  if (predictor === 5) return a + ((b - c) >> 1)
  if (predictor === 6) return b + ((a - c) >> 1)
  return (a + b) >> 1
}

/** @type {(bytes: Uint8Array, at: number) => number} */
function behindRestart(bytes, at) {
  for (; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next >= 0xd0 && next <= 0xd7) return at + 2
  }
  throw new Error('cut')
}
