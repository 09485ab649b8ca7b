import { MODALITY } from '@mingmou/contract'
import type { OutsideSitting } from '../sittings/outside.ts'
import { reference, type Resource } from './resource.ts'

const DICOM = 'http://dicom.nema.org/resources/ontology/DCM'

export const toImagingStudy = (row: OutsideSitting): Resource => ({
  resourceType: 'ImagingStudy',
  id: row.rid,
  meta: { lastUpdated: row.created_at.toISOString() },
  status: 'available',
  modality: [{ system: DICOM, code: MODALITY[row.modality].dicom[0] }],
  subject: reference('Patient', row.pid),
  started: row.record_date,
  numberOfInstances: row.images,
  note: [{ text: row.collect_device }],
})
