import { minuteOf } from '@mingmou/contract'
import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write.ts'
import { masked } from './mail-texts.ts'
import type { NewWay } from './new-way.ts'
import type { Profile } from './profiles.ts'

/** Goes to the address that the account has. What happens, when, and how it is refused. */
export function changeAskedMail(account: Profile, way: NewWay, due: Date, publicUrl: string): Mail {
  const when = minuteOf(due.toISOString())
  const what: readonly [string, string] =
    way.kind === 'email'
      ? [
          `管理员申请将您的明眸账号（${account.username}）的邮箱更换为 ${masked(way.email)}。`,
          `An administrator asked to change the address of your Mingmou account (${account.username}) to ${masked(way.email)}.`,
        ]
      : [
          `管理员申请重置您的明眸账号（${account.username}）的两步验证。`,
          `An administrator asked to reset the two-step verification of your Mingmou account (${account.username}).`,
        ]
  return writeMail(
    account,
    way.kind === 'email'
      ? ['账号邮箱将被更换', 'the address of your account is about to change']
      : ['两步验证将被重置', 'your two-step verification is about to be reset'],
    [
      what,
      [
        `如不处理，将于北京时间 ${when} 生效。`,
        `Unless you act, it takes effect on ${when} (China Standard Time).`,
      ],
      [
        '如非您本人要求，请在此之前登录，在“我的账号”中拒绝；如同意，可在同一处立即确认。处理前，您的账号不能签发或作废报告、确认销毁。',
        'If you did not ask for this, sign in before then and refuse it under “My account”. If you agree, you can confirm it there at once. Until you do either, your account cannot sign or void reports or confirm an erasure.',
      ],
      `${publicUrl}/#/app/account`,
    ],
  )
}
