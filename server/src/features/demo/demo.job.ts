import { Id, JOB_ATTEMPTS } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** The worker draws the photographs of the demonstration, so that pages never wait for it. */
export const demoJob = {
  name: 'demo',
  data: z.object({ oid: Id, uid: Id }),
  expireSeconds: 60,
  attempts: JOB_ATTEMPTS,
  retryDelaySeconds: 5,
} satisfies Job
