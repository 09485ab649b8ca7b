import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { bounded, Id, Instant, required } from '../../wire/fields.ts'
import { CLINICIANS } from '../../wire/roles.ts'

/** Of a table of patients, and of how long an import can be taken back and is shown. */
export const PATIENT_IMPORT = {
  maxBytes: 20 * 1024 * 1024,
  rows: 100_000,
  undoDays: 7,
  shownDays: 30,
} as const

/**
 * `checking`: the dry run. `checked`: it waits for a person. `stopped`: cancelled while it was written; what was written
 * stays and can be taken back.
 */
export const IMPORT_STATES = [
  'checking',
  'checked',
  'writing',
  'written',
  'stopped',
  'undoing',
  'undone',
  'cancelled',
  'failed',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const PatientImport = z.object({
  import_id: Id,
  file_name: z.string(),
  state: z.enum(IMPORT_STATES),
  /** A text in the reader's language. */
  reason: z.string().nullable(),
  by: z.string(),
  created_at: Instant,
  /** Rows, of the dry run until it is written. */
  total: z.int(),
  done: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  /** Of those that an undo looked at: taken back, and kept because they were touched since. */
  undone: z.int(),
  kept: z.int(),
  /** Heads of columns that are not read. */
  ignored: z.array(z.string()),
  /** Signed addresses of workbooks: each faulty row with what to do, and the patients that an undo kept. */
  faults_url: z.string().nullable(),
  kept_url: z.string().nullable(),
  undo_until: Instant.nullable(),
  /** Whether the caller may go on with it, cancel it or take it back. */
  own: z.boolean(),
})
export type PatientImport = z.infer<typeof PatientImport>

export const startPatientImport = call({
  path: '/v1/patient/import/start',
  adds: true,
  access: CLINICIANS,
  body: body({ key: required(300), file_name: bounded(z.string().trim().min(1, 'required'), 200) }),
  data: z.object({ import_id: Id }),
  summary: 'Ours: read a table of patients and say what it would change. Nothing is written',
})

export const runPatientImport = call({
  path: '/v1/patient/import/run',
  adds: true,
  access: CLINICIANS,
  body: body({ import_id: Id }),
  data: Nothing,
  summary: 'Ours: write the rows of a table that was looked at, without those that are refused',
})

export const cancelPatientImport = call({
  path: '/v1/patient/import/cancel',
  access: CLINICIANS,
  body: body({ import_id: Id }),
  data: Nothing,
  summary: 'Ours: give an import up, or stop it; what was written can be taken back',
})

export const undoPatientImport = call({
  path: '/v1/patient/import/undo',
  access: CLINICIANS,
  body: body({ import_id: Id }),
  data: Nothing,
  summary: 'Ours: take an import back within 7 days. Patients who were touched since are kept',
})

export const listPatientImports = call({
  path: '/v1/patient/import/list',
  access: CLINICIANS,
  body: body({}),
  data: z.object({ rows: z.array(PatientImport) }),
  summary: 'Ours: the imports of the institution in the last 30 days, newest first',
})

export const patientImportTemplate = call({
  path: '/v1/patient/import/template',
  access: CLINICIANS,
  body: body({}),
  data: Nothing,
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  summary: 'Ours: an empty workbook with the columns of a table of patients',
})

export const PATIENT_IMPORT_ACTIONS = {
  'patient.import-list': ['查看患者导入记录', 'List imports of patients'],
  'patient.import-check': ['试读患者表格', 'Check a table of patients'],
  'patient.import': ['导入患者表格', 'Import a table of patients'],
  'patient.import-cancel': ['取消患者导入', 'Cancel an import of patients'],
  'patient.import-undo': ['撤销患者导入', 'Undo an import of patients'],
} as const
