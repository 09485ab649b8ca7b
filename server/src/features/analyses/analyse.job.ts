import { Id, JOB_ATTEMPTS } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** The analysis of one archive. */
export const analyseJob = {
  name: 'analyse',
  data: z.object({ oid: Id, analysis_record_id: Id }),
  expireSeconds: 60,
  attempts: JOB_ATTEMPTS,
  retryDelaySeconds: 1,
} satisfies Job
