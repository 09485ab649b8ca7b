import { dicomFile } from '@mingmou/analysis/testing/files'

const TAGS = {
  charset: [0x0008, 0x0005, 'CS'],
  created: [0x0008, 0x0012, 'DA'],
  study: [0x0008, 0x0020, 'DA'],
  day: [0x0008, 0x0022, 'DA'],
  content: [0x0008, 0x0023, 'DA'],
  moment: [0x0008, 0x002a, 'DT'],
  accession: [0x0008, 0x0050, 'SH'],
  modality: [0x0008, 0x0060, 'CS'],
  name: [0x0010, 0x0010, 'PN'],
  number: [0x0010, 0x0020, 'LO'],
  issuer: [0x0010, 0x0021, 'LO'],
  birthday: [0x0010, 0x0030, 'DA'],
  sex: [0x0010, 0x0040, 'CS'],
  eye: [0x0020, 0x0062, 'CS'],
} as const
export type Said = Partial<Record<keyof typeof TAGS, string | Buffer>>

let drawn = 0

/** A DICOM file of two by two pixels that says this of its patient; no other one is like it. */
export function saidDicom(said: Said): Buffer {
  drawn += 1
  const pixels = Buffer.alloc(12, drawn % 256)
  pixels.writeUInt32LE(drawn, 0)
  return dicomFile('1.2.840.10008.1.2.1', [
    ...elements(said),
    ...shape('RGB', { width: 2, height: 2 }),
    [0x7fe0, 0x0010, 'OW', pixels],
  ])
}

type Element = Parameters<typeof dicomFile>[1][number]

const elements = (said: Said): Element[] =>
  (Object.keys(TAGS) as (keyof typeof TAGS)[]).flatMap((tag): Element[] => {
    const value = said[tag]
    return value === undefined ? [] : [[...TAGS[tag], Buffer.from(value)]]
  })

const shape = (colours: string, { width, height }: Size): Element[] => [
  [0x0028, 0x0002, 'US', 3],
  [0x0028, 0x0004, 'CS', colours],
  [0x0028, 0x0006, 'US', 0],
  [0x0028, 0x0010, 'US', height],
  [0x0028, 0x0011, 'US', width],
  [0x0028, 0x0100, 'US', 8],
  [0x0028, 0x0101, 'US', 8],
  [0x0028, 0x0103, 'US', 0],
]

interface Size {
  width: number
  height: number
}

/** A JPEG in a DICOM file that says this of its patient. */
export function jpegDicom(jpeg: Buffer, size: Size, said: Said): Buffer {
  const even = Buffer.concat([jpeg, Buffer.alloc(jpeg.length % 2)])
  const item = (element: number, length: number) => {
    const head = Buffer.alloc(8)
    head.writeUInt16LE(0xfffe, 0)
    head.writeUInt16LE(element, 2)
    head.writeUInt32LE(length, 4)
    return head
  }
  const header = dicomFile('1.2.840.10008.1.2.4.50', [
    ...elements(said),
    ...shape('YBR_FULL_422', size),
    [0x7fe0, 0x0010, 'OB', Buffer.alloc(0)],
  ])
  // Encapsulated: of no stated length, an empty table of offsets, the picture, the end.
  header.fill(0xff, header.length - 4)
  return Buffer.concat([header, item(0xe000, 0), item(0xe000, even.length), even, item(0xe0dd, 0)])
}
