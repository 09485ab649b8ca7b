import { Id, JOB_ATTEMPTS } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** One ZIP of a dataset. */
export const exportJob = {
  name: 'dataset-export',
  data: z.object({ export_id: Id }),
  expireSeconds: 120,
  attempts: JOB_ATTEMPTS,
  retryDelaySeconds: 1,
} satisfies Job
