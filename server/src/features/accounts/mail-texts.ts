import type { Language } from '@mingmou/contract'
import type { Mail } from '../../platform/mail/mail.ts'
import type { CodeRequest } from './code.job.ts'

/** The mails about an account. A code or an initial password stands alone on its line, and nothing else does. */

type Pair = readonly [chinese: string, english: string]
export interface Reader {
  email: string
  language: Language
}

export function mail(reader: Reader, subject: Pair, lines: readonly (Pair | string)[]): Mail {
  const own = (text: Pair | string) =>
    typeof text === 'string' ? text : text[reader.language === 'en' ? 1 : 0]
  return {
    to: reader.email,
    language: reader.language,
    subject: reader.language === 'en' ? `Mingmou: ${own(subject)}` : `【明眸】${own(subject)}`,
    lines: lines.map(own),
  }
}

const CODES: Record<CodeRequest['purpose'], { subject: Pair; why: Pair }> = {
  'sign-up': {
    subject: ['注册验证码', 'code to register'],
    why: [
      '您正在注册明眸账号，验证码如下，10分钟内有效。',
      'Somebody registers with Mingmou using this address. The code below is valid for 10 minutes.',
    ],
  },
  reset: {
    subject: ['重置密码验证码', 'code to reset the password'],
    why: [
      '您正在重置明眸账号的密码，验证码如下，10分钟内有效。',
      'Somebody resets the password of your Mingmou account. The code below is valid for 10 minutes.',
    ],
  },
  'change-email': {
    subject: ['更换邮箱验证码', 'code to change the address'],
    why: [
      '您正在将此邮箱设为明眸账号的邮箱，验证码如下，10分钟内有效。',
      'Somebody makes this the address of a Mingmou account. The code below is valid for 10 minutes.',
    ],
  },
}

const IGNORE: Pair = [
  '如非本人操作，请忽略此邮件，切勿将验证码告知他人。',
  'If it was not you, ignore this mail, and tell nobody the code.',
]

export function codeMail(asked: CodeRequest, code: string): Mail {
  const { subject, why } = CODES[asked.purpose]
  return mail(asked, subject, [why, code, IGNORE])
}

/** Tells the owner of an address what its asker must not learn: that there is an account. */
export function addressTakenMail(asked: CodeRequest, publicUrl: string): Mail {
  const change = asked.purpose === 'change-email'
  return mail(
    asked,
    ['该邮箱已有账号', 'this address has an account'],
    [
      change
        ? [
            '有人申请将此邮箱设为另一个明眸账号的邮箱，但此邮箱已有账号，未作任何更改。',
            'Somebody wanted this address for another Mingmou account. It belongs to an account already; nothing was changed.',
          ]
        : [
            '有人使用此邮箱注册明眸账号，但此邮箱已有账号，无需再次注册。忘记密码时，请在登录页面选择“忘记密码”。',
            'Somebody registers with Mingmou using this address, which has an account already. If you forgot its password, choose “Forgot password” on the login page.',
          ],
      `${publicUrl}/#/login`,
      ['如非本人操作，请忽略此邮件。', 'If it was not you, ignore this mail.'],
    ],
  )
}

/** `a***@clinic.example.com`: enough for its owner to know it by. */
const masked = (email: string) => email.replace(/^(.).*@/, '$1***@')

/** To the old address. */
export function emailChangedMail(old: Reader, email: string): Mail {
  return mail(
    old,
    ['账号邮箱已更换', 'the address of your account was changed'],
    [
      [
        `您的明眸账号的邮箱已更换为 ${masked(email)}，此邮箱不再用于登录。`,
        `The address of your Mingmou account is now ${masked(email)}; this one logs in no more.`,
      ],
      [
        '如非本人操作，请立即联系机构管理员或平台管理员。',
        'If it was not you, tell the administrator of your institution or of the platform at once.',
      ],
    ],
  )
}

/** The password stands alone on its line. */
export function initialPasswordMail(
  account: Reader & { username: string },
  password: string,
  publicUrl: string,
): Mail {
  return mail(
    account,
    ['初始密码', 'your initial password'],
    [
      [
        `您的明眸账号的用户名为 ${account.username}，也可以使用此邮箱登录。初始密码如下：`,
        `The user name of your Mingmou account is ${account.username}; this address logs in too. Its initial password:`,
      ],
      password,
      [
        '首次登录时须修改密码。请勿将密码告知他人。',
        'It has to be changed at the first login. Tell it to nobody.',
      ],
      `${publicUrl}/#/login`,
    ],
  )
}

export function accountStatusMail(account: Reader, status: 1 | 2, publicUrl: string): Mail {
  return status === 2
    ? mail(
        account,
        ['账号已被禁用', 'your account was disabled'],
        [
          [
            '您的明眸账号已被管理员禁用，暂时不能登录。如有疑问，请联系所属机构或平台管理员。',
            'Your Mingmou account was disabled by an administrator and cannot log in. Ask your institution or the administrators of the platform.',
          ],
        ],
      )
    : mail(
        account,
        ['账号已恢复', 'your account is enabled again'],
        [
          [
            '您的明眸账号已恢复，可以登录。',
            'Your Mingmou account is enabled again and can log in.',
          ],
          `${publicUrl}/#/login`,
        ],
      )
}
