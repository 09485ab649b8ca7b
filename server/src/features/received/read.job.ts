import { Id, JOB_ATTEMPTS } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/**
 * Looks at a file that a device sent; its picture goes to the batch. Without a file: the device has sent all, and what
 * proves its patient is filed.
 */
export const readJob = {
  name: 'read-received',
  data: z.object({ oid: Id, device_id: Id, received_id: Id.nullable() }),
  expireSeconds: 60,
  attempts: JOB_ATTEMPTS,
  retryDelaySeconds: 2,
} satisfies Job
