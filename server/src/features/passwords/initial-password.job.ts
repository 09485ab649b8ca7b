import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** An initial password to be made and mailed. It is made by the worker, so that none ever lies in the queue. */
export const InitialPassword = z.object({ uid: z.guid(), request: z.guid() })
export type InitialPassword = z.infer<typeof InitialPassword>

export const initialPasswordJob = {
  name: 'initial-password',
  data: InitialPassword,
  expireSeconds: 120,
  attempts: 288,
  retryDelaySeconds: 300,
} satisfies Job
