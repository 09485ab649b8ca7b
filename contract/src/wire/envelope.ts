import { z } from 'zod'

export const Envelope = z.object({
  error_code: z.number().int(),
  msg: z.union([z.string(), z.array(z.string())]),
  data: z.record(z.string(), z.unknown()),
})
export type Envelope = z.infer<typeof Envelope>
