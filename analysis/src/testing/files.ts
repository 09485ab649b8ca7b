import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Real, labelled photographs. Tests that need them say when the folder is missing. */
export const EYE_DATA = process.env['EYE_DATA'] ?? join(ROOT, '..', 'shared', 'data')
export const MODELS_OF_ALL = join(ROOT, 'models')
export const MODELS = join(MODELS_OF_ALL, 'fundus')
/**
 * Two test files run beside each other on two cores. A network of one thread answers the same bytes
 * with an eighth less processor time.
 */
export const THREADS = { threads: 1 }
export const TRAINING = join(ROOT, 'training')
export const eyeData = existsSync(join(EYE_DATA, 'fundus'))

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The card of a network, whichever modality it belongs to: no two networks have one name. */
export async function cardPath(task: string): Promise<string> {
  const all = await readdir(MODELS_OF_ALL)
  const path = all
    .map((modality) => join(MODELS_OF_ALL, modality, task, 'card.json'))
    .find(existsSync)
  if (path === undefined) throw new Error(`there is no network ${task}`)
  return path
}

async function partOf(task: string, set: string, part: 'training' | 'validation') {
  const card = JSON.parse(await readFile(await cardPath(task), 'utf8')) as {
    data: ({ set: string } & Record<typeof part, string[]>)[]
  }
  return card.data.find((entry) => entry.set === set)?.[part] ?? []
}

/** The photographs of a set that the card of a model names as kept from training. */
export const keptAside = (task: string, set: string) => partOf(task, set, 'validation')

/** Those that it names as learnt from. */
export const learntBy = (task: string, set: string) => partOf(task, set, 'training')

/** One chunk of a PNG. */
export function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A PNG whose header claims any size, without holding the pixels. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1 << 20))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A DICOM file, explicit little endian, of the given elements: [group, element, VR, value]. */
export function dicomFile(
  syntax: string,
  elements: readonly (readonly [number, number, string, Buffer | string | number])[],
): Buffer {
  const even = (bytes: Buffer) =>
    bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes
  const encode = ([group, element, vr, value]: (typeof elements)[number]): Buffer => {
    const short = Buffer.alloc(2)
    if (typeof value === 'number') short.writeUInt16LE(value)
    const text = typeof value === 'string' ? Buffer.from(value, 'latin1') : short
    const body = even(Buffer.isBuffer(value) ? value : text)
    const long = vr === 'OB' || vr === 'OW'
    const head = Buffer.alloc(long ? 12 : 8)
    head.writeUInt16LE(group, 0)
    head.writeUInt16LE(element, 2)
    head.write(vr, 4, 'latin1')
    if (long) head.writeUInt32LE(body.length, 8)
    else head.writeUInt16LE(body.length, 6)
    return Buffer.concat([head, body])
  }
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM', 'latin1'),
    encode([0x0002, 0x0010, 'UI', syntax]),
    ...elements.map(encode),
  ])
}
