import { Id, JOB_ATTEMPTS } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** One step of a study: its cases are found, or the next of them answered. `place`: the first that this step answers. */
export const validateJob = {
  name: 'validate',
  data: z.object({ oid: Id, validation_id: Id, place: z.int() }),
  expireSeconds: 60,
  attempts: JOB_ATTEMPTS,
  retryDelaySeconds: 1,
} satisfies Job
