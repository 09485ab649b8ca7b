import dicomParser, { type DataSet } from 'dicom-parser'
import { ImageRefused } from './refused.ts'

/**
 * The elements of a DICOM file. The parser would inflate a deflated one whole, and some kilobytes
 * may become gigabytes: such a file is refused unread.
 */
export function parseDicom(bytes: Buffer): DataSet {
  const inflater = () => {
    throw new ImageRefused('image_type')
  }
  try {
    return dicomParser.parseDicom(bytes, { inflater })
  } catch (fault) {
    throw fault instanceof ImageRefused ? fault : new ImageRefused('image_unreadable', fault)
  }
}
