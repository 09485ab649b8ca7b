import type { DataSet } from 'dicom-parser'
import { ImageRefused } from '../refused.ts'

/** What a file says of its picture. */
export interface Said {
  /** The values of Image Type (0008,0008) in capitals, such as DERIVED, MONTAGE, FA, REDFREE. */
  imageType: string[]
  /** Burned In Annotation (0028,0301): words stand in the picture that may name a person. */
  burnedIn: boolean
  /** SOP Class UID; '' where there is none. */
  sopClass: string
  /** The size in the file where its pixels were not square and were made so, px. */
  resampled: { width: number; height: number } | null
}

/** Of a file that says nothing. */
export const SILENT: Said = { imageType: [], burnedIn: false, sopClass: '', resampled: null }

export function saidBy(data: DataSet): Said {
  return {
    imageType: (data.string('x00080008') ?? '')
      .split('\\')
      .map((value) => value.trim().toUpperCase())
      .filter((value) => value !== ''),
    burnedIn: data.string('x00280301')?.trim().toUpperCase() === 'YES',
    sopClass: classOf(data),
    resampled: null,
  }
}

const classOf = (data: DataSet) => data.string('x00080016') ?? data.string('x00020002') ?? ''

const STORAGE = '1.2.840.10008.5.1.4.1.1.'
/** Documents in a DICOM file (PS3.4 B.5). */
const DOCUMENTS: Readonly<Record<string, string>> = {
  '104.1': 'PDF',
  '104.2': 'CDA',
  '104.3': 'STL',
  '104.4': 'OBJ',
  '104.5': 'MTL',
}
/** Volumes and slices of the inside of the eye, as their classes call them. */
const VOLUMES: Readonly<Record<string, string>> = {
  '77.1.5.4': 'OPT',
  '77.1.5.8': 'OCT B-scan Volume',
}
/** Films, by the class. */
const FILMS = ['77.1.1.1', '77.1.2.1', '77.1.4.1']
/** Files that hold no picture, by the beginning of their class. */
const NO_PICTURE: readonly (readonly [string, string])[] = [
  ['66.4', 'Segmentation'],
  ['66.5', 'Surface Segmentation'],
  ['66', 'Raw Data'],
  ['88', 'Structured Report'],
  ['11', 'Presentation State'],
  ['9', 'Waveform'],
  ['78', 'Ophthalmic Measurements'],
  ['79', 'Ophthalmic Measurements'],
  ['80', 'Visual Field'],
  ['81', 'Ophthalmic Thickness Map'],
  ['82', 'Topography Map'],
  ['67', 'Real World Value Mapping'],
  ['68', 'Surface Scan'],
  ['481', 'Radiotherapy'],
]

const starts = (place: string, sign: string) => place === sign || place.startsWith(`${sign}.`)

/** Refuses a file that is no single picture, and calls it what it says that it is. */
export function requirePicture(data: DataSet, hasPixels: boolean): void {
  const sop = classOf(data)
  if (sop === '1.2.840.10008.1.3.10')
    throw new ImageRefused({ key: 'image_system_file', detail: 'DICOMDIR' })
  const own = sop.startsWith(STORAGE) ? sop.slice(STORAGE.length) : ''
  const document = DOCUMENTS[own] ?? (data.elements['x00420011'] ? 'PDF' : undefined)
  if (document !== undefined)
    throw new ImageRefused({ key: 'image_dicom_document', detail: document })
  const frames = data.intString('x00280008') ?? 1
  if (FILMS.includes(own) && frames > 1)
    throw new ImageRefused({ key: 'image_video', detail: 'DICOM' })
  const volume = VOLUMES[own]
  if (volume !== undefined && frames > 1)
    throw new ImageRefused({ key: 'image_volume', detail: `DICOM ${volume}` })
  const other = NO_PICTURE.find(([sign]) => starts(own, sign))?.[1]
  if (other !== undefined && !(hasPixels && own.startsWith('8')))
    throw new ImageRefused({ key: 'image_dicom_other', detail: other })
  if (frames > 1) throw new ImageRefused({ key: 'image_pages', detail: String(frames) })
  // A photograph whose pixels are missing lost them on the way.
  if (!hasPixels && starts(own, '77.1')) throw new ImageRefused('image_cut')
  if (!hasPixels) throw new ImageRefused({ key: 'image_dicom_other', detail: sop || 'DICOM' })
}
