import type { Wording } from '../wording.ts'

/** Accounts, their passwords and second factors, and institutions as administrators manage them. */
export const ACCOUNT_TEXTS = {
  password_guessable: [
    '该密码过于常见，容易被猜到，请换一个',
    'This password is too common or easily guessed; please choose another',
  ],
  second_step: [
    '密码正确，请完成两步验证',
    'Password correct; please complete two-step verification',
  ],
  wrong_factor: [
    '验证码或恢复码错误，或已使用过',
    'The code is incorrect or has already been used',
  ],
  wrong_passkey: ['通行密钥验证失败', 'The passkey could not be verified'],
  step_ended: ['操作已超时，请重新开始', 'This step has timed out; please start again'],
  factor_there: ['两步验证已经开启', 'Two-step verification is already on'],
  factor_missing: ['未开启两步验证', 'Two-step verification is not on'],
  factor_needed: [
    '按要求须使用两步验证，不能关闭',
    'Two-step verification is required here and cannot be turned off',
  ],
  wrong_password: ['密码错误', 'Incorrect password'],
  wrong_old_password: ['原密码错误', 'The current password is incorrect'],
  same_password: ['新密码不能与原密码相同', 'The new password must differ from the current one'],
  wrong_code: ['验证码错误或已失效', 'The code is incorrect or has expired'],
  account_limit_reached: [
    '子账号数量已达上限（{n}个）',
    'The limit of {n} sub-accounts has been reached',
  ],
  username_exists: ['该用户名已被使用', 'This user name is already taken'],
  email_exists: ['该邮箱已被使用', 'This e-mail address is already in use'],
  email_unchanged: ['新邮箱不能与原邮箱相同', 'The new address must differ from the old one'],
  account_banned: ['账号已被禁用', 'The account is disabled'],
  account_locked: [
    '该账号已被平台锁定，解锁后才能删除',
    'This account was locked by the platform; it can be deleted once unlocked',
  ],
  institution_banned: ['所属机构已被禁用', 'The institution is disabled'],
  institution_name_differs: ['与机构名称不一致', 'This does not match the name of the institution'],
  institution_address_taken: [
    '该机构主账号的邮箱已被其他账号使用，请先更换对方的邮箱',
    'Another account uses the address of its main account; change that address first',
  ],
  already_reviewed: ['该申请已被处理', 'This application has already been reviewed'],
  limit_below_used: [
    '不能少于现有子账号数量（{n}个）',
    'Must not be fewer than the existing sub-accounts ({n})',
  ],
  not_yourself: ['不能对自己的账号执行此操作', 'You cannot do this to your own account'],
  last_administrator: [
    '至少须保留一个可用的平台超级管理员',
    'At least one active chief administrator must remain',
  ],
  remembered_ended: [
    '记住的登录已失效，请重新输入密码',
    'This device is no longer remembered; please enter your password',
  ],
} as const satisfies Record<string, Wording>
