import { sendResetEmail, submitReset, updatePassword } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { requestCode } from '../codes/codes.ts'
import { codeTicket } from '../codes/ticket.ts'
import { knownDevice } from '../sessions/known-device.ts'
import { changePassword } from './change-password.ts'
import { resetPassword } from './reset-password.ts'

export function passwordRoutes(app: App, ctx: Context): void {
  const ticket = codeTicket(ctx.config.publicUrl)
  const known = knownDevice(ctx)
  mount(app, updatePassword, async ({ caller, body }) => {
    await changePassword(ctx, caller, body)
    return {}
  })
  mount(app, sendResetEmail, async ({ caller, body, request, reply }) => {
    const { language } = caller
    const asked = { purpose: 'reset', whose: String(body.accountType), ...body, language } as const
    await requestCode(ctx, asked, ticket.asking(request, reply))
    return {}
  })
  mount(app, submitReset, async ({ body, request }) => {
    const deviceOf = (uid: string) => known.of(request, uid)
    await resetPassword(ctx, body, ticket.trying(request), deviceOf)
    return {}
  })
}
