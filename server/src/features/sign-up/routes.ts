import { registerUser, sendSignUpEmail } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { requestCode } from '../codes/codes.ts'
import { codeTicket } from '../codes/ticket.ts'
import { signUpUser } from './service.ts'

export function signUpRoutes(app: App, ctx: Context): void {
  const ticket = codeTicket(ctx.config.publicUrl)
  mount(app, sendSignUpEmail, async ({ caller, body: { email }, request, reply }) => {
    const { language } = caller
    const asked = { purpose: 'sign-up', whose: '1', accountType: 1, email, language } as const
    await requestCode(ctx, asked, ticket.asking(request, reply))
    return {}
  })
  mount(app, registerUser, async ({ caller, body, request }) => {
    await signUpUser(ctx, body, { ...ticket.trying(request), language: caller.language })
    return {}
  })
}
