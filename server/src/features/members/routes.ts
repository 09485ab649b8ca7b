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

  mount(app, listSubAccounts, ({ caller, body }) => searchMembers(ctx, caller, body))
  mount(app, addSubAccount, ({ caller, body }) => addMember(ctx, caller, body))
  mount(app, setSubAccount, async ({ caller, body }) => {
    const { name, username } = body
    await renameAccount(ctx, caller, await member(caller.actor, body), { name, username })
    return {}
  })
  mount(app, sendSubAccountEmail, async ({ caller, body }) => {
    await askEmailOf(ctx, caller, await member(caller.actor, body), body.email)
    return {}
  })
  mount(app, setSubAccountEmail, async ({ caller, body }) => {
    await changeEmailOf(ctx, caller, await member(caller.actor, body), body)
    return {}
  })
  mount(app, resetSubAccount, async ({ caller, body }) => {
    await resetInitialPassword(ctx, caller, await member(caller.actor, body))
    return {}
  })
  mount(app, banSubAccount, async ({ caller, body }) =>
    setStanding(ctx, caller, await member(caller.actor, body), { banned: true }),
  )
  mount(app, activateSubAccount, async ({ caller, body }) =>
    setStanding(ctx, caller, await member(caller.actor, body), { banned: false }),
  )
  mount(app, deleteSubAccount, async ({ caller, body }) => {
    await deleteAccount(ctx, caller, await member(caller.actor, body))
    return {}
  })
}
