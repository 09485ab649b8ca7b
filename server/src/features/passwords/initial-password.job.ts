import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** Makes and mails an initial password. The worker makes it, so that the queue never holds one. */
export const InitialPassword = z.object({ uid: z.guid(), request: z.guid() })
export type InitialPassword = z.infer<typeof InitialPassword>

export const initialPasswordJob = {
  name: 'initial-password',
  data: InitialPassword,
  expireSeconds: 120,
  attempts: 288,
  retryDelaySeconds: 300,
} satisfies Job
