import {
  accountInfo,
  institutionDetail,
  institutionInfo,
  registerOrganization,
  sendDocumentForms,
  sendInstitutionEmail,
  sendOrganizationSignUpEmail,
  setInstitutionEmail,
  setInstitutionInfo,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { askEmailOf, changeEmailOf } from '../accounts/change-email.ts'
import { codeTicket } from '../accounts/code-ticket.ts'
import { requestCode } from '../accounts/codes.ts'
import { makeDocumentForms } from './documents.ts'
import { changeInstitution, requireOwn, showAccounts, showInstitution } from './service.ts'
import { signUpOrganization } from './sign-up.ts'

export function institutionRoutes(app: App, ctx: Context): void {
  const ticket = codeTicket(ctx.config.publicUrl)

  mount(app, sendOrganizationSignUpEmail, async ({ body: { email }, language, request, reply }) => {
    const asked = { purpose: 'sign-up', whose: '2', accountType: 2, email, language } as const
    await requestCode(ctx, asked, ticket.asking(request, reply))
    return {}
  })
  mount(app, registerOrganization, async ({ body, language, request }) => {
    await signUpOrganization(ctx, body, { ...ticket.trying(request), language })
    return {}
  })
  mount(app, sendDocumentForms, ({ body, request }) =>
    makeDocumentForms(ctx, body, ticket.trying(request)),
  )
  mount(app, institutionInfo, ({ actor, body }) => showInstitution(ctx, actor, body))
  mount(app, institutionDetail, ({ actor, body }) => showInstitution(ctx, actor, body))
  mount(app, setInstitutionInfo, ({ actor, body, ip }) =>
    changeInstitution(ctx, { actor, ip }, body),
  )
  mount(app, sendInstitutionEmail, async ({ actor, ip, body, language }) => {
    const { oid, email } = body
    await askEmailOf(ctx, { actor, ip }, requireOwn(actor, oid), { email, language })
    return {}
  })
  mount(app, setInstitutionEmail, async ({ actor, body, ip }) => {
    await changeEmailOf(ctx, { actor, ip }, requireOwn(actor, body.oid), body)
    return {}
  })
  mount(app, accountInfo, ({ actor, body, language }) => showAccounts(ctx, actor, body, language))
}
