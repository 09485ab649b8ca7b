import { body, call, Nothing } from '../../wire/call.ts'
import { Id } from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'

export const exportPatient = call({
  path: '/v1/patient/export',
  blind: 'closed',
  access: CLINICIANS,
  body: body({ pid: Id }),
  data: Nothing,
  file: 'application/zip',
  summary:
    'Ours: one patient as a folder: a page to open it, PDF, images as they came, JSON and FHIR; a success answers the file itself',
})

export const PATIENT_FOLDER_ACTIONS = {
  'patient.export': ['导出患者全部资料', 'Export everything of a patient'],
} as const
