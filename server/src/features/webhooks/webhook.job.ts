import { Id } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/**
 * One try of one event at one address; the handler plans the next. The attempts of the queue are for
 * workers that die in the middle.
 */
export const webhookJob = {
  name: 'webhook',
  data: z.object({
    oid: Id,
    delivery_id: Id,
    round: z.int(),
    /** A person wants it tried now. */
    asked: z.boolean().default(false),
  }),
  expireSeconds: 60,
  attempts: 10,
  retryDelaySeconds: 10,
} satisfies Job
