import { LANGUAGES } from '@mingmou/contract'
import { z } from 'zod'
import type { Job } from '../../platform/queue/queue.ts'

/** Makes and mails a code. The worker makes it, so that the queue never holds one. */
export const CodeRequest = z.object({
  request: z.guid(),
  purpose: z.enum(['sign-up', 'reset', 'change-email']),
  /** The login type of the code, or the account whose address is to change. */
  whose: z.string(),
  accountType: z.union([z.literal(1), z.literal(2)]),
  email: z.string(),
  language: z.enum(LANGUAGES),
})
export type CodeRequest = z.infer<typeof CodeRequest>

/** Like any mail, it is tried again for a day. Each try carries a fresh code. */
export const codeJob = {
  name: 'code',
  data: CodeRequest,
  expireSeconds: 120,
  attempts: 288,
  retryDelaySeconds: 300,
} satisfies Job
