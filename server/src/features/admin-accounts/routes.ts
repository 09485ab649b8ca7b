import {
  adminActivateAdmin,
  adminAddAdmin,
  adminAddTrialAccount,
  adminBanAdmin,
  adminChangeEmail,
  adminDeleteAdmin,
  adminDeleteTrialAccount,
  adminListAdmins,
  adminListTrialAccounts,
  adminLockAccount,
  adminLockMain,
  adminResetAccount,
  adminResetFactor,
  adminSetAccount,
  adminUnlockAccount,
  adminUnlockMain,
  type Role,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as admin from './service.ts'
import {
  deleteAccount,
  moveAccount,
  resetFactor,
  resetInitialPassword,
  setStanding,
} from '../accounts/manage.ts'

/** Administrators manage the accounts of the platform with these calls. */
export function adminAccountRoutes(app: App, ctx: Context): void {
  for (const [call, locked] of [
    [adminLockMain, true],
    [adminUnlockMain, false],
  ] as const) {
    mount(app, call, async ({ caller, body }) => {
      const uid = await admin.requireMain(ctx, body.oid)
      return setStanding(ctx, caller, uid, { locked })
    })
  }
  for (const [call, roles, standing] of [
    [adminLockAccount, admin.LOCKABLE, { locked: true }],
    [adminUnlockAccount, admin.LOCKABLE, { locked: false }],
    [adminBanAdmin, admin.ADMINS, { banned: true }],
    [adminActivateAdmin, admin.ADMINS, { banned: false }],
  ] as const) {
    mount(app, call, async ({ caller, body }) => {
      const uid = await admin.requireManaged(ctx, caller.actor, body.aid, roles)
      return setStanding(ctx, caller, uid, standing)
    })
  }
  const deletions: readonly [typeof adminDeleteAdmin, readonly Role[]][] = [
    [adminDeleteTrialAccount, admin.TRIAL],
    [adminDeleteAdmin, admin.ADMINS],
  ]
  for (const [call, roles] of deletions) {
    mount(app, call, async ({ caller, body }) => {
      const uid = await admin.requireManaged(ctx, caller.actor, body.aid, roles)
      await deleteAccount(ctx, caller, uid)
      return {}
    })
  }
  mount(app, adminResetAccount, async ({ caller, body }) => {
    const uid = await admin.requireOther(ctx, caller.actor, body.aid)
    await resetInitialPassword(ctx, caller, uid)
    return {}
  })
  mount(app, adminResetFactor, async ({ caller, body }) => {
    const uid = await admin.requireOther(ctx, caller.actor, body.aid)
    return resetFactor(ctx, caller, uid)
  })
  mount(app, adminChangeEmail, async ({ caller, body }) => {
    const uid = await admin.requireOther(ctx, caller.actor, body.aid)
    return moveAccount(ctx, caller, uid, body.email)
  })
  mount(app, adminSetAccount, ({ caller, body }) => admin.setManaged(ctx, caller, body))
  mount(app, adminListTrialAccounts, ({ caller, body }) =>
    admin.listTrialAccounts(ctx, body, caller.language),
  )
  mount(app, adminAddTrialAccount, ({ caller, body }) => admin.addTrialAccount(ctx, caller, body))
  mount(app, adminListAdmins, ({ caller, body }) => admin.listAdmins(ctx, body, caller.language))
  mount(app, adminAddAdmin, ({ caller, body }) => admin.addAdmin(ctx, caller, body))
}
