import { parseDicom } from './parse-dicom.ts'

/** Of which class and which instance a DICOM file says that it is; '' where it says nothing. Null: no DICOM file. */
export function dicomInstance(bytes: Buffer): { sopClass: string; sopInstance: string } | null {
  try {
    const data = parseDicom(bytes)
    return { sopClass: data.string('x00080016') ?? '', sopInstance: data.string('x00080018') ?? '' }
  } catch {
    return null
  }
}

const DOCUMENT = 'x00420011'
/** Encapsulated Document Length: without it the padding byte is part of the document. */
const LENGTH = 'x00420015'

/** The document in an Encapsulated PDF file; null where there is none that begins as a PDF does. */
export function encapsulatedPdf(bytes: Buffer): Buffer | null {
  try {
    const data = parseDicom(bytes)
    const element = data.elements[DOCUMENT]
    if (!element) return null
    const stated = data.uint32(LENGTH)
    const { dataOffset, length } = element
    const size = stated === undefined || stated > length ? length : stated
    const document = Buffer.from(data.byteArray.subarray(dataOffset, dataOffset + size))
    return document.toString('latin1', 0, 5) === '%PDF-' ? document : null
  } catch {
    return null
  }
}
