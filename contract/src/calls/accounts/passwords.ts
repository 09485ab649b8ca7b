import { body, call, Nothing } from '../../wire/call.ts'
import { Email, EmailCode, GivenPassword, Id, NewPassword } from '../../wire/fields.ts'
import { AccountType } from './sessions.ts'

export const updatePassword = call({
  path: '/v1/user/updatepwd',
  access: 'signed-in',
  body: body({ uid: Id, oldpwd: GivenPassword, newpwd1: NewPassword }),
  data: Nothing,
  beforePasswordChange: true,
  summary: 'Change the password of the account that calls',
})

export const sendResetEmail = call({
  path: '/v1/user/sendResetEmail',
  access: 'public',
  body: body({ email: Email, accountType: AccountType }),
  data: Nothing,
  summary: 'Mail a password reset code. The answer is the same for an unknown address',
})

export const submitReset = call({
  path: '/v1/user/submitResetPWD',
  access: 'public',
  body: body({ email: Email, code: EmailCode, newpwd: NewPassword, accountType: AccountType }),
  data: Nothing,
  summary: 'Set a new password with a code from a mail. Every session of the account ends',
})

export const PASSWORD_ACTIONS = {
  'account.change-password': ['修改密码', 'Change the password'],
  'account.reset-password': ['重置密码', 'Reset the password'],
  'account.reset-initial-password': ['重置初始密码', 'Reset the initial password'],
} as const
