import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write.ts'
import type { CodeRequest } from './code.job.ts'

type Pair = readonly [chinese: string, english: string]

const CODES: Record<CodeRequest['purpose'], { subject: Pair; why: Pair }> = {
  'sign-up': {
    subject: ['注册验证码', 'code to register'],
    why: [
      '您正在注册明眸账号，验证码如下，10分钟内有效。',
      'Someone is registering with Mingmou using this address. The code below is valid for 10 minutes.',
    ],
  },
  reset: {
    subject: ['重置密码验证码', 'password reset code'],
    why: [
      '您正在重置明眸账号的密码，验证码如下，10分钟内有效。',
      'Someone is resetting the password of your Mingmou account. The code below is valid for 10 minutes.',
    ],
  },
  'change-email': {
    subject: ['更换邮箱验证码', 'code to change your e-mail address'],
    why: [
      '您正在将此邮箱设为明眸账号的邮箱，验证码如下，10分钟内有效。',
      'Someone is making this the address of a Mingmou account. The code below is valid for 10 minutes.',
    ],
  },
}

const IGNORE: Pair = [
  '如非本人操作，请忽略此邮件，切勿将验证码告知他人。',
  'If this was not you, ignore this e-mail and do not share the code with anyone.',
]

export function codeMail(asked: CodeRequest, code: string): Mail {
  const { subject, why } = CODES[asked.purpose]
  return writeMail(asked, subject, [why, code, IGNORE])
}

/** Tells the owner of the address that there is an account. The asker must not learn that. */
export function addressTakenMail(asked: CodeRequest, publicUrl: string): Mail {
  const change = asked.purpose === 'change-email'
  return writeMail(
    asked,
    ['该邮箱已有账号', 'this address already has an account'],
    [
      change
        ? [
            '有人申请将此邮箱设为另一个明眸账号的邮箱，但此邮箱已有账号，未作任何更改。',
            'Someone tried to use this address for another Mingmou account. It already belongs to an account; nothing was changed.',
          ]
        : [
            '有人使用此邮箱注册明眸账号，但此邮箱已有账号，无需再次注册。忘记密码时，请在登录页面选择“忘记密码”。',
            'Someone is registering with Mingmou using this address, which already has an account. If you have forgotten its password, choose “Forgot password” on the sign-in page.',
          ],
      `${publicUrl}/#/login`,
      ['如非本人操作，请忽略此邮件。', 'If this was not you, ignore this e-mail.'],
    ],
  )
}
