import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail, type Reader } from '../../platform/mail/write.ts'

const TEXTS = {
  linked: [
    ['已绑定单点登录账号', 'your account was linked to single sign-on'],
    [
      '您的明眸账号已绑定机构的单点登录账号，可用它直接登录。',
      'Your Mingmou account has been linked to your institution’s single sign-on, which signs in without the password.',
    ],
  ],
  unlinked: [
    ['已解除单点登录绑定', 'your account was unlinked from single sign-on'],
    [
      '您的明眸账号已解除单点登录绑定，原单点登录账号不能再用于登录。',
      'Your Mingmou account has been unlinked from single sign-on, which can no longer be used to sign in.',
    ],
  ],
} as const

export function linkChangedMail(owner: Reader, change: keyof typeof TEXTS): Mail {
  const [subject, text] = TEXTS[change]
  return writeMail(owner, subject, [
    text,
    [
      '如非本人操作，请立即修改密码，并联系机构主账号。',
      'If this was not you, change your password at once and tell the main account of your institution.',
    ],
  ])
}
