import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { GiveUp, Handler } from '../queue/queue.ts'
import type { Mail } from './mail.ts'
import { openMailer } from './open.ts'

export function handleMail(config: Config): Handler<Mail> {
  const mailer = openMailer(config)
  return ({ data, id }) => mailer.deliver(data, id)
}

/** Nothing else depends on this mail: the user can ask for another. The recipient is not logged. */
export function giveUpMail(log: Logger): GiveUp<Mail> {
  return () => {
    log.error('a mail could not be delivered for a day')
    return Promise.resolve()
  }
}
