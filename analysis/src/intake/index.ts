export { openImage, type OpenedImage } from './open.ts'
export { ImageRefused } from './refused.ts'
export { dicomFacts, type DicomFacts } from './dicom-facts.ts'
export { SILENT, type Said } from './dicom-said.ts'
