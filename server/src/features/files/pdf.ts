import { setImmediate as breathe } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'

/** A PDF ends within its last KiB. */
export const isPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')

/** Names of what does something when a page is opened, and of what hides the others (ISO 32000-2: 7.6, 7.11.4, 12.6.4, 13). */
const ACTIVE =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia\w*|SubmitForm|ImportData|GoToE|GoTo3DView|Rendition|Encrypt|XFA(?=[\s[]))(?![A-Za-z0-9])/
/** What holds other objects. Readers ask for `First`, and some for no type. */
const OBJECTS = /\/(ObjStm|First)(?![A-Za-z0-9])/
/** The one way in which objects are packed. */
const PACKED = /\/FlateDecode(?![A-Za-z0-9])/
const PACKED_OTHERWISE = /\/(ASCII\w+|LZW\w*|RunLength\w*|Crypt|DecodeParms|DP|F)(?![A-Za-z0-9])/

/** Bytes that are looked at in one step, and those that two steps share. */
const STEP = 256 * 1024
const SHARED = 256
/** The head of an object before its stream. */
const HEAD = 4096
/** Objects of a document, unpacked. */
const MOST = 64 * 1024 * 1024
/** A document of 10 MiB has no more streams. */
const MOST_STREAMS = 20_000
const STREAMS_A_STEP = 200

/** Signs of a name may be written by their code (7.3.5). */
const readNames = (text: string) =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  )

async function hasActiveName(bytes: Buffer): Promise<boolean> {
  for (let at = 0; at < bytes.length; at += STEP) {
    const piece = readNames(bytes.toString('latin1', at, at + STEP + SHARED))
    if (ACTIVE.test(piece)) return true
    await breathe()
  }
  return false
}

/** The objects that are packed in a document; null where they cannot be read. */
async function packedObjects(bytes: Buffer): Promise<Buffer[] | null> {
  const unpack = promisify(inflate)
  const found: Buffer[] = []
  let left = MOST
  let streams = 0
  for (let at = 0; (at = bytes.indexOf('stream', at)) >= 0; at += 6) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue
    if (++streams > MOST_STREAMS) return null
    if (streams % STREAMS_A_STEP === 0) await breathe()
    const before = bytes.toString('latin1', Math.max(0, at - HEAD), at)
    const head = readNames(before.slice(before.lastIndexOf('endobj') + 1))
    if (!OBJECTS.test(head)) continue
    if (!PACKED.test(head) || PACKED_OTHERWISE.test(head)) return null
    const from = bytes[at + 6] === 0x0d ? at + 8 : at + 7
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: left }
    const objects = await unpack(bytes.subarray(from), options).catch(() => null)
    if (objects === null) return null
    left -= objects.length
    if (left <= 0) return null
    found.push(objects)
  }
  return countOf(bytes, 'ObjStm') > found.length ? null : found
}

function countOf(bytes: Buffer, word: string): number {
  let count = 0
  for (let at = 0; (at = bytes.indexOf(word, at)) >= 0; at += word.length) count++
  return count
}

/**
 * Whether a PDF does anything but show its pages, or cannot be looked through: scripts, programs, other files and forms that
 * send are named in it, among its packed objects too.
 */
export async function isActivePdf(bytes: Buffer): Promise<boolean> {
  if (await hasActiveName(bytes)) return true
  const packed = await packedObjects(bytes)
  if (packed === null) return true
  for (const objects of packed) if (await hasActiveName(objects)) return true
  return false
}
