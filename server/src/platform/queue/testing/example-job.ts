import { z } from 'zod'
import type { Job } from '../queue.ts'

export const EXAMPLE = {
  name: 'example',
  data: z.object({ note: z.string() }),
  expireSeconds: 60,
  attempts: 3,
  retryDelaySeconds: 0,
} satisfies Job

export type ExampleData = z.infer<typeof EXAMPLE.data>
