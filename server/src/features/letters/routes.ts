import {
  closeLetterPages,
  letterFile,
  listLetterPages,
  openLetter,
  stepLetter,
} from '@mingmou/contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { mount, mountFile, type App } from '../../http/mount.ts'
import { makeLetter } from './letter.ts'
import { closeLetters, fileOfPage, listPages, openPage } from './pages.ts'

export function letterRoutes(app: App, ctx: Context): void {
  mountFile(app, stepLetter, async ({ caller, body, reply }) =>
    answerPdf(reply, `letter-${body.to}.pdf`, await makeLetter(ctx, caller, body)),
  )
  mount(app, listLetterPages, ({ caller, body }) => listPages(ctx, caller, body))
  mount(app, closeLetterPages, async ({ caller, body }) => {
    await closeLetters(ctx, caller, body)
    return {}
  })
  mount(app, openLetter, ({ caller, body }) => openPage(ctx, caller, body))
  mountFile(app, letterFile, async ({ caller, body, reply }) =>
    answerPdf(reply, `${body.of}.pdf`, await fileOfPage(ctx, caller, body)),
  )
}

const answerPdf = (reply: FastifyReply, name: string, file: Buffer) =>
  reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(file)
