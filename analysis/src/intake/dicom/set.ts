import dicomParser, { type ByteArrayParser, type DataSet, type Element } from 'dicom-parser'

export const PARSERS = {
  little: dicomParser.littleEndianByteArrayParser,
  big: dicomParser.bigEndianByteArrayParser,
}

// The types of the package leave out that its sets can be made.
const { DataSet: Made } = dicomParser as unknown as {
  DataSet: new (
    parser: ByteArrayParser,
    bytes: Buffer,
    elements: Record<string, Element>,
  ) => DataSet
}

/** Elements with the bytes in which they lie. */
export const dataSet = (
  little: boolean,
  bytes: Buffer,
  elements: Record<string, Element>,
): DataSet => new Made(little ? PARSERS.little : PARSERS.big, bytes, elements)
