import { DESTINATIONS, Id } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

const EVERY_SECONDS = 300

/** One document to one archive. One that is away is tried again every five minutes, for three days. */
export const deliveryJob = {
  name: 'delivery',
  data: z.object({
    oid: Id,
    delivery_id: Id,
    /** A person wants it tried now. */
    asked: z.boolean().default(false),
  }),
  expireSeconds: 180,
  attempts: (DESTINATIONS.tryDays * 86_400) / EVERY_SECONDS,
  retryDelaySeconds: EVERY_SECONDS,
} satisfies Job
