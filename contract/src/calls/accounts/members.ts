import { z } from 'zod'
import { ChangeAnswer, WaitingChange } from './account-changes.ts'
import { accountPage, AccountMade, aid, byAid, listed, NewStatus } from './accounts.ts'
import { body, call, Nothing } from '../../wire/call.ts'
import { EMAIL_CHARS } from '../../wire/constants.ts'
import {
  Email,
  EmailCode,
  filter,
  Id,
  NewPassword,
  page,
  PersonName,
  Username,
} from '../../wire/fields.ts'
import { MAIN_ACCOUNT } from '../../wire/roles.ts'

export const Member = z.object({
  ...listed,
  oid: Id,
  /** Its place in the list, from 1. */
  No: z.int(),
  name: z.string(),
  loginUserName: z.string(),
  /** Linked to an account at the provider of the institution. */
  sso: z.boolean(),
  /** Asked for by others, and not in effect yet. */
  changes: z.array(WaitingChange),
})
export type Member = z.infer<typeof Member>

export const listMembers = call({
  path: '/v1/account/list2ByInfo',
  access: MAIN_ACCOUNT,
  body: body({ ...page, name: filter(40), email: filter(EMAIL_CHARS), uid: Id.optional() }),
  data: accountPage(Member),
  summary: 'Sub-accounts of the institution, newest first',
})

export const addMember = call({
  path: '/v1/account/add2',
  access: MAIN_ACCOUNT,
  body: body({
    oid: Id,
    name: PersonName,
    email: Email,
    username: Username,
    /** The initial password. One is made and mailed where it is missing. */
    init_key: NewPassword.optional(),
  }),
  data: AccountMade,
  summary: 'Add a sub-account, up to the limit of the institution',
})

export const setMember = call({
  path: '/v1/account/setInfo',
  access: MAIN_ACCOUNT,
  body: body({ ...aid, name: PersonName, username: Username }),
  data: Nothing,
  summary: 'Change name and user name of a sub-account',
})

export const sendMemberEmail = call({
  path: '/v1/account/sendChangeEmail',
  access: MAIN_ACCOUNT,
  body: body({ ...aid, email: Email }),
  data: Nothing,
  summary: 'Mail a code to the new address of a sub-account',
})

export const setMemberEmail = call({
  path: '/v1/account/setEmail',
  access: MAIN_ACCOUNT,
  body: body({ ...aid, email: Email, code: EmailCode }),
  data: ChangeAnswer,
  summary:
    'Change the address of a sub-account. The old address gets a mail; who has signed in once may refuse',
})

export const resetMember = call({
  path: '/v1/account/resetInitPw',
  access: MAIN_ACCOUNT,
  body: byAid,
  data: Nothing,
  summary: 'Take the password of a sub-account and mail a new initial one to its address',
})

export const resetMemberFactor = call({
  path: '/v1/account/resetFactor',
  access: MAIN_ACCOUNT,
  body: byAid,
  data: ChangeAnswer,
  summary:
    'Ours: take the second factor of a sub-account. Its owner may refuse for three days; then its sessions end',
})

export const unlinkMember = call({
  path: '/v1/account/unlinkSso',
  access: MAIN_ACCOUNT,
  body: byAid,
  data: Nothing,
  summary: 'Ours: take the link of a sub-account to the provider. Its sessions end',
})

export const banMember = call({
  path: '/v1/account/ban2',
  access: MAIN_ACCOUNT,
  body: byAid,
  data: NewStatus,
  summary: 'Disable a sub-account: its session ends at once',
})

export const activateMember = call({
  path: '/v1/account/active2',
  access: MAIN_ACCOUNT,
  body: byAid,
  data: NewStatus,
  summary: 'Enable a sub-account again. A lock by the platform stays',
})

export const deleteMember = call({
  path: '/v1/account/del2',
  access: MAIN_ACCOUNT,
  body: byAid,
  data: Nothing,
  summary:
    'Delete a sub-account for good, unless the platform locked it. Its entries stay in the audit log',
})
