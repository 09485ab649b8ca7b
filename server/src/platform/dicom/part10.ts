/** A UID below 2.25 that names this program as the one that wrote the head (PS3.5 B.2). */
export const IMPLEMENTATION = {
  uid: '2.25.162780569728022270109709460898482550174',
  version: 'MINGMOU',
} as const

/** What a file holds, and its data set as bytes. */
export interface DicomFile {
  sopClass: string
  sopInstance: string
  syntax: string
  dataset: Buffer
}

/**
 * The data set behind preamble and head: a file that every DICOM program opens (PS3.10 7.1). `source`: the AE title of
 * the device that sent it.
 */
export function part10(
  { sopClass, sopInstance, syntax, dataset }: DicomFile,
  source?: string,
): Buffer {
  const elements = Buffer.concat([
    element(0x0001, 'OB', Buffer.from([0, 1])),
    element(0x0002, 'UI', padded(sopClass, '\0')),
    element(0x0003, 'UI', padded(sopInstance, '\0')),
    element(0x0010, 'UI', padded(syntax, '\0')),
    element(0x0012, 'UI', padded(IMPLEMENTATION.uid, '\0')),
    element(0x0013, 'SH', padded(IMPLEMENTATION.version, ' ')),
    ...(source === undefined ? [] : [element(0x0016, 'AE', padded(source, ' '))]),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(elements.length)
  const preamble = Buffer.alloc(132)
  preamble.write('DICM', 128, 'latin1')
  return Buffer.concat([preamble, element(0x0000, 'UL', size), elements, dataset])
}

const padded = (text: string, pad: string) =>
  Buffer.from(text.length % 2 === 0 ? text : `${text}${pad}`, 'latin1')

function element(number: number, vr: string, value: Buffer): Buffer {
  const isLong = vr === 'OB'
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(0x0002, 0)
  head.writeUInt16LE(number, 2)
  head.write(vr, 4, 'latin1')
  if (isLong) head.writeUInt32LE(value.length, 8)
  else head.writeUInt16LE(value.length, 6)
  return Buffer.concat([head, value])
}

const PREAMBLE = 132

/** What `part10` wrote, apart again. Throws on any other file. */
export function fromPart10(bytes: Buffer): DicomFile {
  const length = bytes.readUInt32LE(PREAMBLE + 8)
  const end = PREAMBLE + 12 + length
  const head = new Map<number, string>()
  let at = PREAMBLE + 12
  while (at < end) {
    const number = bytes.readUInt16LE(at + 2)
    const isLong = bytes.toString('latin1', at + 4, at + 6) === 'OB'
    const size = isLong ? bytes.readUInt32LE(at + 8) : bytes.readUInt16LE(at + 6)
    const from = at + (isLong ? 12 : 8)
    head.set(number, bytes.toString('latin1', from, from + size).replace(/[\0 ]+$/, ''))
    at = from + size
  }
  const [sopClass, sopInstance, syntax] = [head.get(2), head.get(3), head.get(0x10)]
  if (!sopClass || !sopInstance || !syntax) throw new Error('the head of a kept file is broken')
  return { sopClass, sopInstance, syntax, dataset: bytes.subarray(end) }
}
