/** A file that is no image that is read here: what it is, and its name in a word that both languages share. */
export interface OtherFile {
  key:
    | 'image_heic'
    | 'image_format'
    | 'image_raw'
    | 'image_document'
    | 'image_text'
    | 'image_archive'
    | 'image_video'
    | 'image_system_file'
    | 'image_volume'
  detail?: string
}

/** The first bytes of a file, one character a byte. */
type Sign = readonly (readonly [at: number, ascii: string])[]

const at = (...signs: (readonly [number, string])[]): Sign => signs

/** ISO/IEC 14496-12: a brand after the box `ftyp`. */
const brands = (file: OtherFile, names: readonly string[]): (readonly [OtherFile, Sign])[] =>
  names.map((name) => [file, at([4, 'ftyp'], [8, name])])

const format = (detail: string): OtherFile => ({ key: 'image_format', detail })
const raw = (detail: string): OtherFile => ({ key: 'image_raw', detail })
const paper = (detail: string): OtherFile => ({ key: 'image_document', detail })
const packed = (detail: string): OtherFile => ({ key: 'image_archive', detail })
const video = (detail: string): OtherFile => ({ key: 'image_video', detail })
const system = (detail: string): OtherFile => ({ key: 'image_system_file', detail })
const volume = (detail: string): OtherFile => ({ key: 'image_volume', detail })

/** Parts of a ZIP that come first in documents of an office. */
const OFFICE = ['[Content_Types]', '_rels/', 'docProps/', 'word/', 'xl/', 'ppt/', 'mimetypeapp']

/** The more particular comes first. */
export const OTHER_FILES: readonly (readonly [OtherFile, Sign])[] = [
  ...brands({ key: 'image_heic' }, [
    // ISO/IEC 23008-12 lists the brands of pictures that telephones take.
    ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'mif2'],
  ]),
  ...brands(format('AVIF'), ['avif', 'avis']),
  ...brands(raw('CR3'), ['crx ']),
  ...brands(format('JPEG 2000'), ['jp2 ', 'jpx ', 'jpm ']),
  [video('MP4'), at([4, 'ftyp'])],
  ...['moov', 'mdat', 'wide'].map((box): readonly [OtherFile, Sign] => [
    video('MOV'),
    at([4, box]),
  ]),
  [format('JPEG 2000'), at([0, '\0\0\0\x0cjP  '])],
  [format('JPEG 2000'), at([0, '\xff\x4f\xff\x51'])],
  [format('JPEG XL'), at([0, '\0\0\0\x0cJXL '])],
  [format('JPEG XL'), at([0, '\xff\x0a'])],
  [format('JPEG XR'), at([0, 'II\xbc'])],
  [format('GIF'), at([0, 'GIF8'])],
  [format('PSD'), at([0, '8BPS'])],
  [format('XCF'), at([0, 'gimp xcf'])],
  [format('ICO'), at([0, '\0\0\x01\0'])],
  [format('EMF'), at([0, '\x01\0\0\0'], [40, ' EMF'])],
  [format('WMF'), at([0, '\xd7\xcd\xc6\x9a'])],
  [format('PCX'), at([0, '\x0a\x05\x01'])],
  [format('DDS'), at([0, 'DDS '])],
  [format('OpenEXR'), at([0, '\x76\x2f\x31\x01'])],
  [format('Radiance HDR'), at([0, '#?RADIANCE'])],
  [format('FITS'), at([0, 'SIMPLE  ='])],
  ...['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'].flatMap((kind) =>
    ['\n', ' ', '\r', '\t'].map((blank): readonly [OtherFile, Sign] => [
      format('PNM'),
      at([0, `${kind}${blank}`]),
    ]),
  ),
  [raw('CR2'), at([0, 'II*\0'], [8, 'CR'])],
  [raw('CRW'), at([6, 'HEAPCCDR'])],
  ...['IIRO', 'IIRS', 'MMOR'].map((sign): readonly [OtherFile, Sign] => [
    raw('ORF'),
    at([0, sign]),
  ]),
  [raw('RW2'), at([0, 'IIU\0'])],
  [raw('RAF'), at([0, 'FUJIFILM'])],
  [raw('X3F'), at([0, 'FOVb'])],
  [raw('MRW'), at([0, '\0MRM'])],
  [paper('PDF'), at([0, '%PDF'])],
  [paper('PostScript'), at([0, '%!PS'])],
  [paper('PostScript'), at([0, '\xc5\xd0\xd3\xc6'])],
  [paper('RTF'), at([0, '{\\rtf'])],
  [paper('DjVu'), at([0, 'AT&TFORM'])],
  ...OFFICE.map((part): readonly [OtherFile, Sign] => [
    paper('Word / Excel / PowerPoint'),
    at([0, 'PK\x03\x04'], [30, part]),
  ]),
  [paper('Word / Excel / PowerPoint (Thumbs.db)'), at([0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'])],
  [packed('ZIP'), at([0, 'PK\x03\x04'])],
  [packed('ZIP'), at([0, 'PK\x05\x06'])],
  [packed('ZIP'), at([0, 'PK\x07\x08'])],
  [packed('RAR'), at([0, 'Rar!\x1a\x07'])],
  [packed('7z'), at([0, "7z\xbc\xaf'\x1c"])],
  [packed('GZIP'), at([0, '\x1f\x8b'])],
  [packed('BZIP2'), at([0, 'BZh'])],
  [packed('XZ'), at([0, '\xfd7zXZ\0'])],
  [packed('TAR'), at([257, 'ustar'])],
  [packed('CAB'), at([0, 'MSCF'])],
  [video('AVI'), at([0, 'RIFF'], [8, 'AVI '])],
  [video('MKV'), at([0, '\x1a\x45\xdf\xa3'])],
  [video('MPEG'), at([0, '\0\0\x01\xba'])],
  [video('MPEG'), at([0, '\0\0\x01\xb3'])],
  [video('WMV'), at([0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'])],
  [video('FLV'), at([0, 'FLV\x01'])],
  [system('AppleDouble'), at([0, '\0\x05\x16\x07'])],
  [system('AppleSingle'), at([0, '\0\x05\x16\0'])],
  [system('.DS_Store'), at([0, '\0\0\0\x01Bud1'])],
  [system('LNK'), at([0, 'L\0\0\0\x01\x14\x02\0'])],
  [system('EXE'), at([0, 'MZ\x90\0'])],
  [system('EXE'), at([0, '\x7fELF'])],
  [system('SQLite'), at([0, 'SQLite format 3'])],
  [volume('E2E'), at([0, 'CMDb'])],
  [volume('VOL'), at([0, 'HSF-'])],
  [volume('FDA'), at([0, 'FOCT'])],
  [volume('NIfTI'), at([344, 'n+1\0'])],
  [volume('NRRD'), at([0, 'NRRD000'])],
]
