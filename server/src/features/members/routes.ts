import {
  activateMember,
  addMember,
  banMember,
  deleteMember,
  listMembers,
  resetMember,
  resetMemberFactor,
  sendMemberEmail,
  setMember,
  setMemberEmail,
  unlinkMember,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Clinician } from '../../http/actor.ts'
import { mount, type App } from '../../http/mount.ts'
import { askEmailOf, changeEmailOf } from '../accounts/change-email.ts'
import {
  deleteAccount,
  renameAccount,
  resetFactor,
  resetInitialPassword,
  setStanding,
  unlink,
} from '../accounts/manage.ts'
import { createMember, requireMember, searchMembers } from './service.ts'

export function memberRoutes(app: App, ctx: Context): void {
  const member = (actor: Clinician, { aid }: { aid: string }) => requireMember(ctx, actor, aid)

  mount(app, listMembers, ({ caller, body }) => searchMembers(ctx, caller, body))
  mount(app, addMember, ({ caller, body }) => createMember(ctx, caller, body))
  mount(app, setMember, async ({ caller, body }) => {
    const { name, username } = body
    await renameAccount(ctx, caller, await member(caller.actor, body), { name, username })
    return {}
  })
  mount(app, sendMemberEmail, async ({ caller, body }) => {
    await askEmailOf(ctx, caller, await member(caller.actor, body), body.email)
    return {}
  })
  mount(app, setMemberEmail, async ({ caller, body }) =>
    changeEmailOf(ctx, caller, await member(caller.actor, body), body),
  )
  mount(app, resetMember, async ({ caller, body }) => {
    await resetInitialPassword(ctx, caller, await member(caller.actor, body))
    return {}
  })
  mount(app, resetMemberFactor, async ({ caller, body }) =>
    resetFactor(ctx, caller, await member(caller.actor, body)),
  )
  mount(app, unlinkMember, async ({ caller, body }) => {
    await unlink(ctx, caller, await member(caller.actor, body))
    return {}
  })
  mount(app, banMember, async ({ caller, body }) =>
    setStanding(ctx, caller, await member(caller.actor, body), { banned: true }),
  )
  mount(app, activateMember, async ({ caller, body }) =>
    setStanding(ctx, caller, await member(caller.actor, body), { banned: false }),
  )
  mount(app, deleteMember, async ({ caller, body }) => {
    await deleteAccount(ctx, caller, await member(caller.actor, body))
    return {}
  })
}
