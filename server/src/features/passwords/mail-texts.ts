import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail, type Reader } from '../../platform/mail/write.ts'

/** The password stands alone on its line. */
export function initialPasswordMail(
  account: Reader & { username: string },
  password: string,
  publicUrl: string,
): Mail {
  return writeMail(
    account,
    ['初始密码', 'your initial password'],
    [
      [
        `您的明眸账号的用户名为 ${account.username}，也可以使用此邮箱登录。初始密码如下：`,
        `The user name of your Mingmou account is ${account.username}; you can also sign in with this address. The initial password is:`,
      ],
      password,
      [
        '首次登录时须修改密码。请勿将密码告知他人。',
        'It must be changed at the first sign-in. Do not share it with anyone.',
      ],
      `${publicUrl}/#/login`,
    ],
  )
}
