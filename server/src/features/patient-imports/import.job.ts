import { Id, JOB_ATTEMPTS } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** One step of an import of patients: its state says which. A worker that died goes on where it was. */
export const importJob = {
  name: 'patient-import',
  data: z.object({ oid: Id, import_id: Id }),
  expireSeconds: 120,
  attempts: JOB_ATTEMPTS,
  retryDelaySeconds: 1,
} satisfies Job
