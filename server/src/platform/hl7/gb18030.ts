/** Where the pairs of GB18030 begin and end, and the bytes of four-byte signs (Encoding Standard, 10.2). */
const LEAD = { first: 0x81, last: 0xfe }
const TRAIL = { first: 0x40, last: 0xfe }
/** Of the signs above U+FFFF, which are counted through. */
const ABOVE = 189_000
/** How many fours of bytes there are for the others. */
const BELOW = 39_420

let known: Map<string, Buffer> | null = null

/** Node decodes GB18030 and does not encode it: the signs of every code are asked for once. */
function codes(): Map<string, Buffer> {
  if (known) return known
  const decoder = new TextDecoder('gb18030')
  const map = new Map<string, Buffer>()
  const add = (bytes: Buffer) => {
    const sign = decoder.decode(bytes)
    // What is no code is two signs, or none that anybody knows.
    if (sign.length === 1 && sign !== '\ufffd' && !map.has(sign)) map.set(sign, bytes)
  }
  for (let lead = LEAD.first; lead <= LEAD.last; lead++)
    for (let trail = TRAIL.first; trail <= TRAIL.last; trail++)
      if (trail !== 0x7f) add(Buffer.from([lead, trail]))
  for (let pointer = 0; pointer < BELOW; pointer++) add(fourOf(pointer))
  known = map
  return map
}

const fourOf = (pointer: number) =>
  Buffer.from([
    0x81 + Math.floor(pointer / 12_600),
    0x30 + (Math.floor(pointer / 1260) % 10),
    0x81 + (Math.floor(pointer / 10) % 126),
    0x30 + (pointer % 10),
  ])

/** A text in GB18030, which has a code of every sign. */
export function encodeGb18030(text: string): Buffer {
  const map = codes()
  const pieces: Buffer[] = []
  for (const sign of text) {
    const point = sign.codePointAt(0) ?? 0
    if (point < 0x80) pieces.push(Buffer.from([point]))
    else if (point > 0xffff) pieces.push(fourOf(ABOVE + point - 0x10000))
    else pieces.push(map.get(sign) ?? Buffer.from('?'))
  }
  return Buffer.concat(pieces)
}
