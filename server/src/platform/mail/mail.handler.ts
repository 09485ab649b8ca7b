import type { Context } from '../../context.ts'
import type { GiveUp, Handler } from '../queue/queue.ts'
import type { Mail } from './mail.ts'
import { openMailer } from './open.ts'

export function handleMail(ctx: Context): Handler<Mail> {
  const mailer = openMailer(ctx.config)
  return ({ data, id }) => mailer.deliver(data, id)
}

/** Nothing a user did hangs on it: he can ask for another. Whom it was for is not logged. */
export function giveUpMail(ctx: Context): GiveUp<Mail> {
  return () => {
    ctx.log.error('a mail could not be delivered for a day')
    return Promise.resolve()
  }
}
