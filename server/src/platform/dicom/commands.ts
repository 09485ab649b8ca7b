/** Commands (PS3.7 E): implicit VR, little endian. */
export const COMMAND = { store: 0x0001, echo: 0x0030 } as const

interface Asked {
  sopClass: string
  message: number
  /** The instance that is stored; null for an echo. */
  instance: string | null
}

export function commandSet({ sopClass, message, instance }: Asked): Buffer {
  const elements = Buffer.concat([
    element(0x0002, uid(sopClass)),
    element(0x0100, number(instance === null ? COMMAND.echo : COMMAND.store)),
    element(0x0110, number(message)),
    // Of medium urgency; an echo has none.
    ...(instance === null ? [] : [element(0x0700, number(0))]),
    element(0x0800, number(instance === null ? 0x0101 : 0x0001)),
    ...(instance === null ? [] : [element(0x1000, uid(instance))]),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(elements.length)
  return Buffer.concat([element(0x0000, size), elements])
}

const uid = (text: string) => Buffer.from(text.length % 2 === 0 ? text : `${text}\0`, 'latin1')

function number(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function element(tag: number, value: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(tag, 2)
  head.writeUInt32LE(value.length, 4)
  return Buffer.concat([head, value])
}

/** The status of an answer, and what the peer says of it. */
export function readStatus(set: Buffer): { status: number; comment: string } {
  let status = -1
  let comment = ''
  for (let at = 0; at + 8 <= set.length;) {
    const tag = set.readUInt16LE(at + 2)
    const value = set.subarray(at + 8, at + 8 + set.readUInt32LE(at + 4))
    if (tag === 0x0900 && value.length === 2) status = value.readUInt16LE(0)
    if (tag === 0x0902) comment = value.toString('latin1').trim()
    at += 8 + value.length
  }
  return { status, comment }
}
