import { inflateRawSync } from 'node:zlib'
import type { DataSet } from 'dicom-parser'
import { DicomReader } from './reader.ts'
import { dataSet, PARSERS } from './set.ts'
import { ImageRefused } from '../refused.ts'

export const PIXEL_DATA = 'x7fe00010'

const DEFLATED = '1.2.840.10008.1.2.1.99'
/** What a deflated file may become: more than the pixels of the largest photograph. */
const MOST_INFLATED = 256 * 1024 * 1024

/**
 * The elements of a DICOM file up to its pixels. Long values are passed over unread, nothing after
 * the pixels is read, and the number of elements is bounded: millions of empty ones would hold the
 * process for seconds. `byteArray` holds the elements of a deflated file inflated.
 */
export function parseDicom(bytes: Buffer): DataSet {
  try {
    const head = new DicomReader(bytes, { explicit: true, little: true })
    const start = startOf(bytes)
    const { elements: meta, end } = head.elements(start, bytes.length, { group: 2 })
    const isDeflated = dataSet(true, bytes, meta).string('x00020010')
    const body = isDeflated === DEFLATED ? inflated(bytes, end) : bytes
    const coding = codingOf(body, end)
    const { elements } = new DicomReader(body, coding).elements(end, body.length)
    for (const element of Object.values(meta)) element.parser = PARSERS.little
    return dataSet(coding.little, body, { ...meta, ...elements })
  } catch (fault) {
    throw fault instanceof ImageRefused ? fault : new ImageRefused('image_damaged', fault)
  }
}

/** Where the elements begin: behind the mark, or at once in a file without preamble. */
function startOf(bytes: Buffer): number {
  if (bytes.toString('latin1', 128, 132) === 'DICM') return 132
  return bytes.toString('latin1', 0, 4) === 'DICM' ? 4 : 0
}

function inflated(bytes: Buffer, end: number): Buffer {
  try {
    const rest = inflateRawSync(bytes.subarray(end), { maxOutputLength: MOST_INFLATED })
    return Buffer.concat([bytes.subarray(0, end), rest])
  } catch (fault) {
    const isLarge = fault instanceof RangeError
    throw new ImageRefused(isLarge ? 'image_too_large' : 'image_cut', fault)
  }
}

/**
 * The bytes themselves tell their order and whether VRs stand in them: what a file says of it is at
 * times wrong. The number of the first group is 8 in nearly every file, and below 256 in all.
 */
function codingOf(bytes: Buffer, at: number) {
  return {
    explicit: /^[A-Z]{2}$/.test(bytes.toString('latin1', at + 4, at + 6)),
    little: bytes[at] !== 0,
  }
}
