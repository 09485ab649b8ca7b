import { Id, JOB_ATTEMPTS } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** Lays one picture of an eye over another. */
export const registerJob = {
  name: 'register',
  data: z.object({ oid: Id, registration_id: Id }),
  expireSeconds: 60,
  attempts: JOB_ATTEMPTS,
  retryDelaySeconds: 1,
} satisfies Job
