import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail, type Reader } from '../../platform/mail/write.ts'

/** `a***@clinic.example.com`: its owner recognises it. */
export const masked = (email: string) => email.replace(/^(.).*@/, '$1***@')

/** Goes to the old address. */
export function emailChangedMail(old: Reader, email: string): Mail {
  return writeMail(
    old,
    ['账号邮箱已更换', 'your account’s address has been changed'],
    [
      [
        `您的明眸账号的邮箱已更换为 ${masked(email)}，此邮箱不再用于登录。`,
        `The address of your Mingmou account is now ${masked(email)}; this one can no longer be used to sign in.`,
      ],
      [
        '如非本人操作，请立即联系机构主账号或平台管理员。',
        'If this was not you, tell the main account of your institution or a platform administrator at once.',
      ],
    ],
  )
}

export function accountStatusMail(account: Reader, status: 1 | 2, publicUrl: string): Mail {
  return status === 2
    ? writeMail(
        account,
        ['账号已被禁用', 'your account has been disabled'],
        [
          [
            '您的明眸账号已被管理员禁用，暂时不能登录。如有疑问，请联系所属机构或平台管理员。',
            'Your Mingmou account has been disabled by an administrator and cannot sign in. Please ask your institution or the platform’s administrators.',
          ],
        ],
      )
    : writeMail(
        account,
        ['账号已恢复', 'your account has been re-enabled'],
        [
          [
            '您的明眸账号已恢复，可以登录。',
            'Your Mingmou account has been re-enabled; you can sign in again.',
          ],
          `${publicUrl}/#/login`,
        ],
      )
}

export function factorResetMail(account: Reader): Mail {
  return writeMail(
    account,
    ['两步验证已被重置', 'your two-step verification has been reset'],
    [
      [
        '管理员已重置您的明眸账号的两步验证，原验证器和恢复码已失效，当前登录已退出。',
        'An administrator reset the two-step verification of your Mingmou account. The old app and recovery codes are no longer valid, and you have been signed out.',
      ],
      [
        '如非您本人要求，请立即联系机构主账号或平台管理员。',
        'If you did not ask for this, tell the main account of your institution or a platform administrator at once.',
      ],
    ],
  )
}

export function unlinkedMail(account: Reader): Mail {
  return writeMail(
    account,
    ['单点登录绑定已被解除', 'your single sign-on was unlinked'],
    [
      [
        '机构主账号已解除您的明眸账号的单点登录绑定，当前登录已退出。',
        'The main account of your institution unlinked your Mingmou account from single sign-on, and you have been signed out.',
      ],
      [
        '如非您本人要求，请联系机构主账号。',
        'If you did not ask for this, tell the main account of your institution.',
      ],
    ],
  )
}

/** Goes to every administrator who could not have missed it. */
export function recoveredMail(reader: Reader, account: string): Mail {
  return writeMail(
    reader,
    ['管理员账号已在服务器上找回', 'an administrator account was recovered on the server'],
    [
      [
        `有人在服务器上为管理员账号 ${account} 生成了新密码，并清除了其两步验证和通行密钥。`,
        `On the platform’s server someone set a new password for the administrator ${account} and removed its second factor and passkeys.`,
      ],
      [
        '如非贵单位工作人员所为，请立即联系管理服务器的工程师。',
        'If this was not done by your staff, tell the server’s engineers at once.',
      ],
    ],
  )
}
