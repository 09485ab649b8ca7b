import type { JsonDataset } from '../../platform/dicom/json-model.ts'
import { wrong } from './asked.ts'

/** The elements of our files by what a query may call them (PS3.6), at the level that they belong to. */
const STUDY = {
  SpecificCharacterSet: '00080005',
  StudyDate: '00080020',
  StudyTime: '00080030',
  AccessionNumber: '00080050',
  InstanceAvailability: '00080056',
  ModalitiesInStudy: '00080061',
  ReferringPhysicianName: '00080090',
  StudyDescription: '00081030',
  RetrieveURL: '00081190',
  PatientName: '00100010',
  PatientID: '00100020',
  PatientBirthDate: '00100030',
  PatientSex: '00100040',
  StudyInstanceUID: '0020000D',
  StudyID: '00200010',
  NumberOfStudyRelatedInstances: '00201208',
}
const SERIES = {
  Modality: '00080060',
  Manufacturer: '00080070',
  InstitutionName: '00080080',
  SeriesDescription: '0008103E',
  ManufacturerModelName: '00081090',
  SoftwareVersions: '00181020',
  SeriesInstanceUID: '0020000E',
  SeriesNumber: '00200011',
  Laterality: '00200060',
  SynchronizationFrameOfReferenceUID: '00200200',
  NumberOfSeriesRelatedInstances: '00201209',
}
const INSTANCE = {
  ImageType: '00080008',
  SOPClassUID: '00080016',
  SOPInstanceUID: '00080018',
  ContentDate: '00080023',
  AcquisitionDateTime: '0008002A',
  ContentTime: '00080033',
  ConversionType: '00080064',
  TimezoneOffsetFromUTC: '00080201',
  AnatomicRegionSequence: '00082218',
  AvailableTransferSyntaxUID: '00083002',
  InstanceNumber: '00200013',
  PatientOrientation: '00200020',
  ImageLaterality: '00200062',
  PupilDilated: '0022000D',
  AcquisitionDeviceTypeCodeSequence: '00220015',
  SamplesPerPixel: '00280002',
  PhotometricInterpretation: '00280004',
  NumberOfFrames: '00280008',
  Rows: '00280010',
  Columns: '00280011',
  PixelSpacing: '00280030',
  BitsAllocated: '00280100',
  BurnedInAnnotation: '00280301',
  LossyImageCompression: '00282110',
  ConceptNameCodeSequence: '0040A043',
  DocumentTitle: '00420010',
  MIMETypeOfEncapsulatedDocument: '00420012',
  SourceInstanceSequence: '00420013',
}
const KEYWORDS: Readonly<Record<string, string>> = { ...STUDY, ...SERIES, ...INSTANCE }
const OF_SERIES: readonly string[] = [...Object.values(STUDY), ...Object.values(SERIES)]

/** What is answered of each series, and of each instance, without being asked for. */
const ALWAYS = {
  series:
    'SpecificCharacterSet,Modality,SeriesDescription,StudyInstanceUID,SeriesInstanceUID,SeriesNumber,Laterality',
  instance:
    'SpecificCharacterSet,SOPClassUID,SOPInstanceUID,Modality,StudyInstanceUID,SeriesInstanceUID,SeriesDescription,' +
    'InstanceNumber,ImageLaterality,NumberOfFrames,Rows,Columns,BitsAllocated,DocumentTitle',
}

/** A tag, a keyword, or a path of them within a sequence, which is answered whole. */
const ATTRIBUTE = /^(?:[\dA-F]{8}|[A-Z][A-Za-z\d]*)(?:\.(?:[\dA-F]{8}|[A-Z][A-Za-z\d]*))*$/i

/**
 * `includefield` (PS3.18 8.3.4.3): attributes, or `all` by itself. What is no attribute is refused; one that no file of
 * ours has is left out of the answer.
 */
export function fieldsOf(query: ReadonlyMap<string, string>): readonly string[] {
  const named = (query.get('includefield') ?? '').split(',').filter((field) => field !== '')
  if (named.some((field) => !ATTRIBUTE.test(field)) || (named.includes('all') && named.length > 1))
    throw wrong('includefield')
  return named
}

/** What is answered of a file: always something, besides what was asked for, and of a series nothing of its instances. */
export function included(
  query: ReadonlyMap<string, string>,
  level: keyof typeof ALWAYS,
): (found: JsonDataset) => JsonDataset {
  const named = fieldsOf(query)
  const tags = [...ALWAYS[level].split(','), ...named].map((field) =>
    tagOf(field.split('.')[0] ?? ''),
  )
  const isAsked = (tag: string) => named.includes('all') || tags.includes(tag)
  const isOfLevel = (tag: string) => level === 'instance' || OF_SERIES.includes(tag)
  return (found) =>
    Object.fromEntries(
      Object.entries(found).filter(
        ([tag, { BulkDataURI }]) => BulkDataURI === undefined && isOfLevel(tag) && isAsked(tag),
      ),
    )
}

const tagOf = (attribute: string): string => KEYWORDS[attribute] ?? attribute.toUpperCase()
