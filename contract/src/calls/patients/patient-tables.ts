import { body, call, Nothing } from '../../wire/call.ts'

export const exportTables = call({
  path: '/v1/patient/exportTables',
  blind: 'closed',
  access: ['3'],
  body: body({}),
  data: Nothing,
  file: 'application/zip',
  summary:
    'Ours: patients and signed results of the institution as CSV and XLSX in a ZIP; a success answers the file itself',
})

export const PATIENT_TABLE_ACTIONS = {
  'patient.export-tables': ['导出患者与报告结果表', 'Export the tables of patients and results'],
} as const
