/** The units of the upper layer (PS3.8 9.3): their kinds, and how those that we send are written. */
export const PDU = {
  associate: 0x01,
  accept: 0x02,
  reject: 0x03,
  data: 0x04,
  release: 0x05,
  released: 0x06,
  abort: 0x07,
} as const

export interface Pdu {
  kind: number
  body: Buffer
}

export const pdu = (kind: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(6)
  head.writeUInt8(kind, 0)
  head.writeUInt32BE(body.length, 2)
  return Buffer.concat([head, body])
}

/** A part of the negotiation, with the length of what is in it. */
function part(kind: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt8(kind, 0)
  head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}

const title = (ae: string) => Buffer.from(ae.padEnd(16).slice(0, 16), 'latin1')
const APPLICATION = '1.2.840.10008.3.1.1.1'
/** Of what the peer may send us: answers are short. */
const OUR_MOST = 16_384

/** What is to be sent: a class, and how its files are written. */
export interface Wanted {
  sopClass: string
  syntax: string
}

export function associatePdu(
  { calling, called }: { calling: string; called: string },
  wanted: readonly Wanted[],
  { uid, version }: { uid: string; version: string },
): Buffer {
  const most = Buffer.alloc(4)
  most.writeUInt32BE(OUR_MOST)
  return pdu(
    PDU.associate,
    Buffer.concat([
      Buffer.from([0, 1, 0, 0]),
      title(called),
      title(calling),
      Buffer.alloc(32),
      part(0x10, Buffer.from(APPLICATION)),
      ...wanted.map(({ sopClass, syntax }, index) =>
        part(
          0x20,
          Buffer.concat([
            Buffer.from([idOf(index), 0, 0, 0]),
            part(0x30, Buffer.from(sopClass)),
            part(0x40, Buffer.from(syntax)),
          ]),
        ),
      ),
      part(
        0x50,
        Buffer.concat([
          part(0x51, most),
          part(0x52, Buffer.from(uid)),
          part(0x55, Buffer.from(version)),
        ]),
      ),
    ]),
  )
}

/** Contexts have odd numbers. */
export const idOf = (index: number) => 2 * index + 1

/** What the peer accepted: the numbers of contexts, and the most bytes of a unit; 0 where it takes any. */
export function readAccept(body: Buffer): { contexts: Set<number>; most: number } {
  const contexts = new Set<number>()
  let most = 0
  for (const [kind, part] of parts(body.subarray(68))) {
    if (kind === 0x21 && part[2] === 0) contexts.add(part[0] ?? 0)
    if (kind !== 0x50) continue
    for (const [inner, value] of parts(part)) if (inner === 0x51) most = value.readUInt32BE(0)
  }
  return { contexts, most }
}

function* parts(body: Buffer): Generator<[kind: number, part: Buffer]> {
  for (let at = 0; at + 4 <= body.length;) {
    const end = at + 4 + body.readUInt16BE(at + 2)
    yield [body.readUInt8(at), body.subarray(at + 4, end)]
    at = end
  }
}

/** A message part of one context, in units that the peer takes. */
export function* dataPdus(
  context: number,
  isCommand: boolean,
  bytes: Buffer,
  most: number,
): Generator<Buffer> {
  const size = Math.max(1024, most - 6)
  for (let at = 0; at === 0 || at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size)
    const head = Buffer.alloc(6)
    head.writeUInt32BE(piece.length + 2, 0)
    head.writeUInt8(context, 4)
    head.writeUInt8((isCommand ? 1 : 0) | (at + size >= bytes.length ? 2 : 0), 5)
    yield pdu(PDU.data, Buffer.concat([head, piece]))
  }
}

/** The pieces of a message in a unit of data. */
export function* readData(body: Buffer): Generator<{ last: boolean; bytes: Buffer }> {
  for (let at = 0; at + 6 <= body.length;) {
    const end = at + 4 + body.readUInt32BE(at)
    yield { last: (body.readUInt8(at + 5) & 2) !== 0, bytes: body.subarray(at + 6, end) }
    at = end
  }
}
