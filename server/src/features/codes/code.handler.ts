import { randomInt } from 'node:crypto'
import { CODE } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { openMailer } from '../../platform/mail/open.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { keepCode } from './queries.ts'
import type { CodeRequest } from './code.job.ts'
import { addressTakenMail, codeMail } from './mail-texts.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { findAccountByEmail, findAccountToReset } from '../credentials/credentials.ts'

export function handleCode(ctx: Context): Handler<CodeRequest> {
  const mailer = openMailer(ctx.config)
  return async ({ data, id, attempt }) => {
    const mail = await mailFor(ctx, data)
    // Every try carries another code, so a mail program must treat it as another mail.
    if (mail !== null) await mailer.deliver(mail, `${id}-${attempt}`)
  }
}

async function mailFor(ctx: Context, asked: CodeRequest): Promise<Mail | null> {
  // Made before the account is looked up, so that the worker's load reveals nothing.
  const code = String(randomInt(10 ** CODE.digits)).padStart(CODE.digits, '0')
  const code_hash = await hashPassword(code)
  const find = asked.purpose === 'reset' ? findAccountToReset : findAccountByEmail
  const known = await find(ctx.db, asked.accountType, asked.email)
  if (asked.purpose === 'reset' && known === undefined) return null
  // An institution whose sign-up was refused may sign up again.
  const taken = asked.purpose !== 'reset' && known !== undefined && known.review_status !== 2
  if (taken) return addressTakenMail(asked, ctx.config.publicUrl)

  const kept = await keepCode(ctx.db, {
    request: asked.request,
    code_hash,
    expires_at: new Date(ctx.now().getTime() + CODE.seconds * 1000),
  })
  return kept ? codeMail(asked, code) : null
}

export function giveUpCode(ctx: Context): GiveUp<CodeRequest> {
  return () => {
    ctx.log.error('a code could not be mailed for a day')
    return Promise.resolve()
  }
}
