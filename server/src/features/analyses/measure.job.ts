import { Id, ImageIndex, JOB_ATTEMPTS } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** Measures an analysed image with what clinicians drew on it. */
export const measureJob = {
  name: 'measure',
  data: z.object({ oid: Id, analysis_record_id: Id, image_index: ImageIndex }),
  expireSeconds: 60,
  attempts: JOB_ATTEMPTS,
  retryDelaySeconds: 1,
} satisfies Job
