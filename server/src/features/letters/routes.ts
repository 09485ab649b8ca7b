import { stepLetter } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mountFile, type App } from '../../http/mount.ts'
import { makeLetter } from './letter.ts'

export function letterRoutes(app: App, ctx: Context): void {
  mountFile(app, stepLetter, async ({ caller, body, reply }) =>
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="letter-${body.to}.pdf"`)
      .header('cache-control', 'no-store')
      .send(await makeLetter(ctx, caller, body)),
  )
}
