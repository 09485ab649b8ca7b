import {
  ACCOUNT_STATUS,
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
import { deleteAccount, moveAccount, resetInitialPassword, setAccountStatus } from './manage.ts'

const { active, banned } = ACCOUNT_STATUS

/** The accounts of the platform, as its administrators manage them. */
export function adminAccountRoutes(app: App, ctx: Context): void {
  for (const [call, status] of [
    [adminLockMain, banned],
    [adminUnlockMain, active],
  ] as const) {
    mount(app, call, async ({ actor, ip, body }) => {
      const uid = await admin.requireMain(ctx, body.oid)
      return setAccountStatus(ctx, { actor, ip }, uid, status)
    })
  }
  const statuses: readonly [typeof adminLockAccount, 1 | 2, readonly Role[]][] = [
    [adminLockAccount, banned, admin.LOCKABLE],
    [adminUnlockAccount, active, admin.LOCKABLE],
    [adminBanAdmin, banned, admin.ADMINS],
    [adminActivateAdmin, active, admin.ADMINS],
  ]
  for (const [call, status, roles] of statuses) {
    mount(app, call, async ({ actor, ip, body }) => {
      const uid = await admin.requireManaged(ctx, actor, body.aid, roles)
      return setAccountStatus(ctx, { actor, ip }, uid, status)
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
