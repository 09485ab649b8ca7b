import { Unzip, UnzipInflate } from 'fflate'
import { SaxesParser } from 'saxes'
import { NotASheet } from './sheet.ts'

const CHUNK_BYTES = 16_384
/** A table of 100,000 patients unpacks to less than half of it. */
const UNPACKED_BYTES = 256 * 1024 * 1024
/** No file of a table has more parts. */
const PARTS_MOST = 2_000
/** Between two marks of XML stands no more. */
const RUN_BYTES = 1024 * 1024

/** Bytes that were unpacked from a file so far. */
export interface Unpacked {
  bytes: number
}

type Open = (tag: { name: string; attributes: Record<string, string> }) => void
interface Listener {
  open?: Open
  text?: (text: string) => void
  close?: (name: string) => void
}

/** A name without the prefix of its namespace. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads a part of the ZIP as it is unpacked, and yields after each piece, so that memory holds one piece. A part that
 * is not there ends at once; false where it must be.
 */
export function* readPart(
  bytes: Buffer,
  wanted: string,
  unpacked: Unpacked,
  listener: Listener,
): Generator<void, boolean> {
  const parser = parserOf(listener)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const state = { found: false, ended: false, parts: 0, run: 0 }
  const take = (error: Error | null, data: Uint8Array, final: boolean) => {
    if (error) throw error
    unpacked.bytes += data.length
    if (unpacked.bytes > UNPACKED_BYTES) throw new NotASheet('sheet_bomb')
    const mark = data.lastIndexOf(0x3c)
    state.run = mark === -1 ? state.run + data.length : data.length - mark
    if (state.run > RUN_BYTES) throw new NotASheet('sheet_cell')
    parser.write(decoder.decode(data, { stream: !final }))
    if (!final) return
    parser.close()
    state.ended = true
  }
  const unzip = new Unzip((file) => {
    state.parts++
    if (state.parts > PARTS_MOST) throw new NotASheet('sheet_bomb')
    if (state.found || file.name !== wanted) return
    state.found = true
    file.ondata = take
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let from = 0; from < bytes.length && !state.ended; from += CHUNK_BYTES) {
      const to = from + CHUNK_BYTES
      unzip.push(bytes.subarray(from, to), to >= bytes.length)
      yield
    }
  } catch (error) {
    throw error instanceof NotASheet ? error : new NotASheet('sheet_broken', { cause: error })
  }
  if (state.found && !state.ended) throw new NotASheet('sheet_broken')
  return state.found
}

function parserOf({ open, text, close }: Listener): SaxesParser {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new NotASheet('sheet_broken')
  })
  if (open) parser.on('opentag', ({ name, attributes }) => open({ name: local(name), attributes }))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  if (close) parser.on('closetag', ({ name }) => close(local(name)))
  return parser
}

/** The same at once, of a part that is small. */
export function readWhole(...asked: Parameters<typeof readPart>): boolean {
  const pieces = readPart(...asked)
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}
