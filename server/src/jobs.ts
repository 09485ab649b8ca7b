import { codeJob } from './features/codes/code.job.ts'
import { initialPasswordJob } from './features/passwords/initial-password.job.ts'
import { analyseJob } from './features/analyses/analyse.job.ts'
import { measureJob } from './features/analyses/measure.job.ts'
import { exportJob } from './features/datasets/export.job.ts'
import { importJob } from './features/patient-imports/import.job.ts'
import { registerJob } from './features/comparisons/register.job.ts'
import { readJob } from './features/received/read.job.ts'
import { deliveryJob } from './features/deliveries/delivery.job.ts'
import { demoJob } from './features/demo/demo.job.ts'
import { validateJob } from './features/validations/validate.job.ts'
import { webhookJob } from './features/webhooks/webhook.job.ts'
import { mailJob } from './platform/mail/mail.ts'
import { bulkJob } from './features/fhir/bulk.job.ts'
import type { Job } from './platform/queue/queue.ts'

/** Every kind of job. A worker without a handler for one of them does not start. */
export const JOBS: readonly Job[] = [
  analyseJob,
  bulkJob,
  codeJob,
  deliveryJob,
  demoJob,
  exportJob,
  importJob,
  initialPasswordJob,
  mailJob,
  readJob,
  measureJob,
  registerJob,
  validateJob,
  webhookJob,
]
