import dicomParser, { type DataSet } from 'dicom-parser'
import { ImageRefused } from './refused.ts'

export const PIXEL_DATA = 'x7fe00010'
/** What stands before the pixels of a photograph is smaller. */
const HEADER_BYTES = 2 * 1024 * 1024

/**
 * The elements of a DICOM file, up to its pixels. Nothing after them is read: millions of empty
 * elements would hold the process for seconds. The parser would inflate a deflated file whole, and
 * some kilobytes may become gigabytes: such a file is refused unread.
 */
export function parseDicom(bytes: Buffer): DataSet {
  const inflater = () => {
    throw new ImageRefused('image_type')
  }
  try {
    const header = bytes.subarray(0, HEADER_BYTES)
    return dicomParser.parseDicom(header, { untilTag: PIXEL_DATA, inflater })
  } catch (fault) {
    throw fault instanceof ImageRefused ? fault : new ImageRefused('image_unreadable', fault)
  }
}
