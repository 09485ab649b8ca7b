import { LANGUAGES } from '@mingmou/contract'
import { z } from 'zod'
import type { Trx } from '../database/database.ts'
import type { Job, Queue, Turn } from '../queue/queue.ts'

/** A mail as the queue carries it. It is composed at delivery. */
export const Mail = z.object({
  to: z.string(),
  language: z.enum(LANGUAGES),
  subject: z.string(),
  /** Paragraphs; a code or an initial password stands alone in one. */
  lines: z.array(z.string()),
})
export type Mail = z.infer<typeof Mail>

export interface Mailer {
  /** Resolves when the mail server has the mail. The same id twice is the same mail. */
  deliver(mail: Mail, id: string): Promise<void>
}

/** An unreachable mail server is tried again every five minutes, for a day. */
export const mailJob = {
  name: 'mail',
  data: Mail,
  expireSeconds: 120,
  attempts: 288,
  retryDelaySeconds: 300,
} satisfies Job

/** Whose act a mail tells of. Null for acts of administrators and of the program, which come first. */
export type Sender = Pick<Turn, 'lane' | 'person'> | null

/** Sends a mail if and only if the transaction is committed. Institutions take turns. */
export async function sendMail(queue: Queue, trx: Trx, mail: Mail, by: Sender): Promise<void> {
  await queue.send(trx, mailJob, mail, by ? { ...by, batch: false } : undefined)
}
