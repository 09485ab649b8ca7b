import { MODALITY, type Modality } from '@mingmou/contract'
import type { OutsideSitting } from '../sittings/outside.ts'
import { reference, type Resource } from './resource.ts'

const DICOM = 'http://dicom.nema.org/resources/ontology/DCM'

export const modalityOf = (modality: Modality) => ({
  system: DICOM,
  code: MODALITY[modality].dicom[0],
})

export const toImagingStudy = (row: OutsideSitting): Resource => ({
  resourceType: 'ImagingStudy',
  id: row.rid,
  meta: { lastUpdated: row.created_at.toISOString() },
  status: 'available',
  modality: [modalityOf(row.modality)],
  subject: reference('Patient', row.pid),
  started: row.record_date,
  numberOfInstances: row.images,
  note: [{ text: row.collect_device }],
})
