import {
  accountInfo,
  institutionDetail,
  institutionInfo,
  institutionStorage,
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
import { codeTicket } from '../codes/ticket.ts'
import { requestCode } from '../codes/codes.ts'
import { makeDocumentForms } from './documents.ts'
import {
  changeInstitution,
  requireSameInstitution,
  showAccounts,
  showInstitution,
} from './service.ts'
import { showStorage } from './quota.ts'
import { signUpOrganization } from './sign-up.ts'

export function institutionRoutes(app: App, ctx: Context): void {
  const ticket = codeTicket(ctx.config.publicUrl)

  mount(app, sendOrganizationSignUpEmail, async ({ caller, body: { email }, request, reply }) => {
    const { language } = caller
    const asked = { purpose: 'sign-up', whose: '2', accountType: 2, email, language } as const
    await requestCode(ctx, asked, ticket.asking(request, reply))
    return {}
  })
  mount(app, registerOrganization, async ({ caller, body, request }) => {
    await signUpOrganization(ctx, body, { ...ticket.trying(request), language: caller.language })
    return {}
  })
  mount(app, sendDocumentForms, ({ body, request }) =>
    makeDocumentForms(ctx, body, ticket.trying(request)),
  )
  mount(app, institutionInfo, ({ caller, body }) => showInstitution(ctx, caller.actor, body))
  mount(app, institutionDetail, ({ caller, body }) => showInstitution(ctx, caller.actor, body))
  mount(app, institutionStorage, ({ caller }) => showStorage(ctx, caller.actor))
  mount(app, setInstitutionInfo, ({ caller, body }) => changeInstitution(ctx, caller, body))
  mount(app, sendInstitutionEmail, async ({ caller, body }) => {
    const { oid, email } = body
    await askEmailOf(ctx, caller, requireSameInstitution(caller.actor, oid), email)
    return {}
  })
  mount(app, setInstitutionEmail, async ({ caller, body }) => {
    await changeEmailOf(ctx, caller, requireSameInstitution(caller.actor, body.oid), body)
    return {}
  })
  mount(app, accountInfo, ({ caller, body }) => showAccounts(ctx, caller, body))
}
