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
  adminSetAccount,
  adminUnlockAccount,
  adminUnlockMain,
  type Role,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as admin from './administer.ts'
import { deleteAccount, moveAccount, resetInitialPassword, setStanding } from './manage.ts'

/** The accounts of the platform, as its administrators manage them. */
export function adminAccountRoutes(app: App, ctx: Context): void {
  for (const [call, locked] of [
    [adminLockMain, true],
    [adminUnlockMain, false],
  ] as const) {
    mount(app, call, async ({ actor, ip, body }) => {
      const uid = await admin.requireMain(ctx, body.oid)
      return setStanding(ctx, { actor, ip }, uid, { locked })
    })
  }
  for (const [call, roles, standing] of [
    [adminLockAccount, admin.LOCKABLE, { locked: true }],
    [adminUnlockAccount, admin.LOCKABLE, { locked: false }],
    [adminBanAdmin, admin.ADMINS, { banned: true }],
    [adminActivateAdmin, admin.ADMINS, { banned: false }],
  ] as const) {
    mount(app, call, async ({ actor, ip, body }) => {
      const uid = await admin.requireManaged(ctx, actor, body.aid, roles)
      return setStanding(ctx, { actor, ip }, uid, standing)
    })
  }
  const deletions: readonly [typeof adminDeleteAdmin, readonly Role[]][] = [
    [adminDeleteTrialAccount, admin.TRIAL],
    [adminDeleteAdmin, admin.ADMINS],
  ]
  for (const [call, roles] of deletions) {
    mount(app, call, async ({ actor, ip, body }) => {
      const uid = await admin.requireManaged(ctx, actor, body.aid, roles)
      await deleteAccount(ctx, { actor, ip }, uid)
      return {}
    })
  }
  mount(app, adminResetAccount, async ({ actor, ip, body }) => {
    const uid = await admin.requireOther(ctx, actor, body.aid)
    await resetInitialPassword(ctx, { actor, ip }, uid)
    return {}
  })
  mount(app, adminChangeEmail, async ({ actor, ip, body }) => {
    const uid = await admin.requireOther(ctx, actor, body.aid)
    await moveAccount(ctx, { actor, ip }, uid, body.email)
    return {}
  })
  mount(app, adminSetAccount, async ({ actor, ip, body }) => {
    await admin.setManaged(ctx, { actor, ip }, body)
    return {}
  })
  mount(app, adminListTrialAccounts, ({ body, language }) =>
    admin.listTrialAccounts(ctx, body, language),
  )
  mount(app, adminAddTrialAccount, ({ actor, ip, body, language }) =>
    admin.addTrialAccount(ctx, { actor, ip, language }, body),
  )
  mount(app, adminListAdmins, ({ body, language }) => admin.listAdmins(ctx, body, language))
  mount(app, adminAddAdmin, ({ actor, ip, body, language }) =>
    admin.addAdmin(ctx, { actor, ip, language }, body),
  )
}
