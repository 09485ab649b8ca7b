import type { Duty } from './duty.ts'
import { accountDuties } from './features/accounts/duties.ts'
import { analysisDuties } from './features/analyses/duties.ts'
import { archiveDuties } from './features/archives/duties.ts'
import { auditDuties } from './features/audit/duties.ts'
import { backupDuties } from './features/backup/duties.ts'
import { batchDuties } from './features/batch/duties.ts'
import { bulkDuties } from './features/fhir/bulk-files.ts'
import { datasetDuties } from './features/datasets/duties.ts'
import { destinationDuties } from './features/destinations/duties.ts'
import { driftDuties } from './features/drift/duties.ts'
import { erasureDuties } from './features/erasure/duties.ts'
import { feedbackDuties } from './features/feedback/duties.ts'
import { fileDuties } from './features/files/duties.ts'
import { hl7Duties } from './features/hl7/duties.ts'
import { institutionDuties } from './features/institutions/duties.ts'
import { newsDuties } from './features/news/duties.ts'
import { patientImportDuties } from './features/patient-imports/duties.ts'
import { patientDuties } from './features/patients/duties.ts'
import { receivedDuties } from './features/received/duties.ts'
import { reportDuties } from './features/reports/duties.ts'
import { trialDuties } from './features/trial/duties.ts'
import { webhookDuties } from './features/webhooks/duties.ts'

/** All that a worker does by the clock. */
export const allDuties = (): readonly Duty[] => [
  ...accountDuties,
  ...batchDuties,
  ...receivedDuties,
  ...fileDuties,
  ...datasetDuties,
  ...destinationDuties,
  ...driftDuties,
  ...bulkDuties,
  ...erasureDuties,
  ...feedbackDuties,
  ...reportDuties,
  ...archiveDuties,
  ...analysisDuties,
  ...institutionDuties,
  ...newsDuties,
  ...trialDuties,
  ...patientDuties,
  ...patientImportDuties,
  ...webhookDuties,
  ...hl7Duties,
  ...auditDuties,
  ...backupDuties(),
]
