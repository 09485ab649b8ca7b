import { z } from 'zod'
import { ChangeAnswer } from './account-changes.ts'
import { accountPage, AccountMade, aid, byAid, listed, NewStatus } from './accounts.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import { DEFAULT_ADMIN_ROLE, EMAIL_CHARS } from '../../wire/constants.ts'
import {
  Email,
  filter,
  Id,
  Instant,
  NewPassword,
  page,
  PersonName,
  Phone,
  StatusMap,
  Username,
} from '../../wire/fields.ts'
import { ADMINISTRATORS } from '../../wire/roles.ts'

export const adminLockMain = call({
  path: '/admin/account/lockMA',
  access: ADMINISTRATORS,
  body: body({ oid: Id }),
  data: NewStatus,
  summary: 'Lock the main account of an institution: its session ends at once',
})

export const adminUnlockMain = call({
  path: '/admin/account/unlockMA',
  access: ADMINISTRATORS,
  body: body({ oid: Id }),
  data: NewStatus,
  summary: 'Unlock the main account of an institution',
})

export const adminLockAccount = call({
  path: '/admin/account/lock',
  access: ADMINISTRATORS,
  body: byAid,
  data: NewStatus,
  summary: 'Lock an account of an institution or a trial user: its session ends at once',
})

export const adminUnlockAccount = call({
  path: '/admin/account/unlock',
  access: ADMINISTRATORS,
  body: byAid,
  data: NewStatus,
  summary: 'Unlock an account of an institution or a trial user. A ban by the institution stays',
})

export const adminResetAccount = call({
  path: '/admin/account/resetInitPw',
  access: ADMINISTRATORS,
  body: byAid,
  data: Nothing,
  summary: 'Take the password of any other account and mail a new initial one to its address',
})

export const adminResetFactor = call({
  path: '/admin/account/resetFactor',
  access: ADMINISTRATORS,
  body: byAid,
  data: ChangeAnswer,
  summary:
    'Ours: take the second factor of any other account. A clinician may refuse for three days; then its sessions end',
})

export const adminChangeEmail = call({
  path: '/admin/account/changeEmail',
  access: ADMINISTRATORS,
  body: body({ ...aid, email: Email }),
  data: ChangeAnswer,
  summary:
    'Change the address of any account. The old address gets a mail; a clinician may refuse for three days',
})

export const adminSetAccount = call({
  path: '/admin/account/setInfo',
  access: ADMINISTRATORS,
  body: body({
    ...aid,
    username: Username,
    name: PersonName,
    /** The old values stay where these are missing. */
    email: Email.optional(),
    phone: Phone.optional(),
  }),
  data: ChangeAnswer,
  summary:
    'Change user name, name, address and telephone of any account. The address of a clinician waits',
})

export const TrialAccount = z.object({
  ...listed,
  /** null before the first login. */
  last_login: Instant.nullable(),
})
export type TrialAccount = z.infer<typeof TrialAccount>

export const adminListTrialAccounts = call({
  path: '/admin/account/EAList',
  access: ADMINISTRATORS,
  body: body({ ...page, username: filter(32), email: filter(EMAIL_CHARS) }),
  data: accountPage(TrialAccount),
  summary: 'Trial users, newest first',
})

export const adminAddTrialAccount = call({
  path: '/admin/account/addEA',
  access: ADMINISTRATORS,
  body: body({ username: Username, email: Email, password: NewPassword }),
  data: AccountMade,
  summary: 'Add a trial user',
})

export const adminDeleteTrialAccount = call({
  path: '/admin/account/delEA',
  access: ADMINISTRATORS,
  body: byAid,
  data: Nothing,
  summary: 'Delete a trial user for good',
})

/** Only role 1 adds, changes, bans or deletes accounts of role 1. */
export const ADMIN_ROLES = ['1', '2'] as const

export const AdminAccount = z.object({
  ...listed,
  userName: z.string(),
  name: z.string(),
  phone: z.string(),
  role: z.enum(ADMIN_ROLES),
})
export type AdminAccount = z.infer<typeof AdminAccount>

export const adminListAdmins = call({
  path: '/admin/account/ADListByInfo',
  access: ADMINISTRATORS,
  body: body({ ...page, name: filter(40), phone: filter(32), email: filter(EMAIL_CHARS) }),
  data: z.object({
    account: z.array(AdminAccount),
    totalCount: z.int(),
    page: z.int(),
    roleMap: StatusMap,
    statusMap: StatusMap,
  }),
  summary: 'Administrators, newest first',
})

export const adminAddAdmin = call({
  path: '/admin/account/addAD',
  access: ADMINISTRATORS,
  body: body({
    userName: Username,
    name: PersonName,
    phone: Phone,
    email: Email,
    role: z.enum(ADMIN_ROLES, 'not_allowed').default(DEFAULT_ADMIN_ROLE),
  }),
  data: AccountMade,
  summary: 'Add an administrator, who gets an initial password by mail',
})

export const adminBanAdmin = call({
  path: '/admin/account/banAD',
  access: ADMINISTRATORS,
  body: byAid,
  data: NewStatus,
  summary: 'Disable an administrator, except oneself and the last one of role 1',
})

export const adminActivateAdmin = call({
  path: '/admin/account/activeAD',
  access: ADMINISTRATORS,
  body: byAid,
  data: NewStatus,
  summary: 'Enable an administrator again',
})

export const adminDeleteAdmin = call({
  path: '/admin/account/delAD',
  access: ADMINISTRATORS,
  body: byAid,
  data: Nothing,
  summary: 'Delete an administrator for good, except oneself and the last one of role 1',
})

export const ADMIN_ACCOUNT_ACTIONS = {
  'account.ban': ['禁用账号', 'Disable an account'],
  'account.activate': ['启用账号', 'Enable an account'],
  'account.lock': ['锁定账号', 'Lock an account'],
  'account.unlock': ['解锁账号', 'Unlock an account'],
  'account.delete': ['删除账号', 'Delete an account'],
  'account.purge': ['清除已删除账号的数据', 'Remove the data of a deleted account'],
} as const
