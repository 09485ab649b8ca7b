import { LANGUAGES } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** A code to be made and mailed. It is made by the worker, so that no code ever lies in the queue. */
export const CodeRequest = z.object({
  request: z.guid(),
  purpose: z.enum(['sign-up', 'reset', 'change-email']),
  /** The login type it is for, or the account whose address is to change. */
  whose: z.string(),
  accountType: z.union([z.literal(1), z.literal(2)]),
  email: z.string(),
  language: z.enum(LANGUAGES),
})
export type CodeRequest = z.infer<typeof CodeRequest>

/** Like any mail: tried again for a day, each time with a code that is fresh. */
export const codeJob = {
  name: 'code',
  data: CodeRequest,
  expireSeconds: 120,
  attempts: 288,
  retryDelaySeconds: 300,
} satisfies Job
