import {
  activateSubAccount,
  addSubAccount,
  banSubAccount,
  deleteSubAccount,
  listSubAccounts,
  resetSubAccount,
  sendSubAccountEmail,
  setSubAccount,
  setSubAccountEmail,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Clinician } from '../../http/actor.ts'
import { mount, type App } from '../../http/mount.ts'
import { askEmailOf, changeEmailOf } from '../accounts/change-email.ts'
import {
  deleteAccount,
  renameAccount,
  resetInitialPassword,
  setStanding,
} from '../accounts/manage.ts'
import { addMember, requireMember, searchMembers } from './service.ts'

export function memberRoutes(app: App, ctx: Context): void {
  const member = (actor: Clinician, { aid }: { aid: string }) => requireMember(ctx, actor, aid)

  mount(app, listSubAccounts, ({ actor, body, language }) =>
    searchMembers(ctx, actor, body, language),
  )
  mount(app, addSubAccount, ({ actor, ip, body, language }) =>
    addMember(ctx, { actor, ip }, body, language),
  )
  mount(app, setSubAccount, async ({ actor, ip, body }) => {
    const { name, username } = body
    await renameAccount(ctx, { actor, ip }, await member(actor, body), { name, username })
    return {}
  })
  mount(app, sendSubAccountEmail, async ({ actor, ip, body, language }) => {
    const { email } = body
    await askEmailOf(ctx, { actor, ip }, await member(actor, body), { email, language })
    return {}
  })
  mount(app, setSubAccountEmail, async ({ actor, ip, body }) => {
    await changeEmailOf(ctx, { actor, ip }, await member(actor, body), body)
    return {}
  })
  mount(app, resetSubAccount, async ({ actor, ip, body }) => {
    await resetInitialPassword(ctx, { actor, ip }, await member(actor, body))
    return {}
  })
  mount(app, banSubAccount, async ({ actor, ip, body }) =>
    setStanding(ctx, { actor, ip }, await member(actor, body), { banned: true }),
  )
  mount(app, activateSubAccount, async ({ actor, ip, body }) =>
    setStanding(ctx, { actor, ip }, await member(actor, body), { banned: false }),
  )
  mount(app, deleteSubAccount, async ({ actor, ip, body }) => {
    await deleteAccount(ctx, { actor, ip }, await member(actor, body))
    return {}
  })
}
