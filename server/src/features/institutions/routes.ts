import { registerOrganization, sendOrganizationSignUpEmail } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { requestCode } from '../accounts/codes.ts'
import { signUpOrganization } from './sign-up.ts'

export function institutionRoutes(app: App, ctx: Context): void {
  mount(app, sendOrganizationSignUpEmail, async ({ body: { email }, language }) => {
    await requestCode(ctx, { purpose: 'sign-up', whose: '2', accountType: 2, email, language })
    return {}
  })
  mount(app, registerOrganization, async ({ body, ip, language }) => {
    await signUpOrganization(ctx, body, { ip, language })
    return {}
  })
}
