import { Id, JOB_ATTEMPTS } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** Everything of an institution as files of FHIR. */
export const bulkJob = {
  name: 'fhir-export',
  data: z.object({ oid: Id, export_id: Id }),
  expireSeconds: 120,
  attempts: JOB_ATTEMPTS,
  retryDelaySeconds: 1,
} satisfies Job
