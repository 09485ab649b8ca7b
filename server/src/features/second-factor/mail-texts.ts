import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail, type Reader } from '../../platform/mail/write.ts'

const TEXTS = {
  on: [
    ['两步验证已开启', 'two-step verification has been turned on'],
    [
      '您的明眸账号已开启两步验证，登录时除密码外还需验证器的验证码。',
      'Two-step verification of your Mingmou account has been turned on. Signing in now needs a code from your app as well as the password.',
    ],
  ],
  off: [
    ['两步验证已关闭', 'two-step verification has been turned off'],
    [
      '您的明眸账号已关闭两步验证，登录时只需密码。',
      'Two-step verification of your Mingmou account has been turned off. Signing in now needs only the password.',
    ],
  ],
  passkey: [
    ['已添加通行密钥', 'a passkey was added'],
    [
      '您的明眸账号已添加一个通行密钥，可用它直接登录。',
      'A passkey has been added to your Mingmou account. It signs in without a password.',
    ],
  ],
  codes: [
    ['恢复码已重新生成', 'new recovery codes have been generated'],
    [
      '您的明眸账号已生成新的恢复码，原恢复码全部失效。',
      'New recovery codes have been generated for your Mingmou account. The earlier ones are no longer valid.',
    ],
  ],
} as const

export function factorChangedMail(owner: Reader, change: keyof typeof TEXTS): Mail {
  const [subject, text] = TEXTS[change]
  return writeMail(owner, subject, [
    text,
    [
      '如非本人操作，请立即修改密码，并联系机构主账号或平台管理员。',
      'If this was not you, change your password at once and tell the main account of your institution or a platform administrator.',
    ],
  ])
}
