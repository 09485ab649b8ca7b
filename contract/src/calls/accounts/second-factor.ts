import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { GivenPassword, Instant, required } from '../../wire/fields.ts'
import { Session } from './sessions.ts'

/** The name of one step of a sign-in or of a set-up. It ends with its use, or after some minutes. */
export const Ticket = required(64)
/** Six digits of the app, or a recovery code. */
export const FactorCode = required(32)
/** Password and code, asked again before the second factor is changed. */
const again = { password: GivenPassword, code: FactorCode }

/**
 * `data` of a sign-in that is refused with 1011: the password was right. `verify` asks for a code
 * by `loginFactor`. `enrol` asks for the set-up of a second factor by `loginBeginTotp`. `link` asks
 * for the account at the provider that the institution requires, by `linkSsoLogin`.
 */
export const NextStep = z.object({ step: z.enum(['verify', 'enrol', 'link']), ticket: Ticket })
export type NextStep = z.infer<typeof NextStep>

const TotpSecret = z.object({
  ticket: Ticket,
  /** Base32, to be typed into the app. */
  secret: z.string(),
  /** The same as an `otpauth:` address, to be shown as a QR code. */
  uri: z.string(),
})
export type TotpSecret = z.infer<typeof TotpSecret>

/** Shown once. Each opens one sign-in. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const loginFactor = call({
  path: '/v1/user/login/factor',
  access: 'public',
  withoutRefresh: true,
  body: body({ ticket: Ticket, code: FactorCode }),
  data: Session,
  summary: 'Ours: the second step of a sign-in, by a code of the app or a recovery code',
})

export const loginBeginTotp = call({
  path: '/v1/user/login/beginTotp',
  access: 'public',
  withoutRefresh: true,
  body: body({ ticket: Ticket }),
  data: TotpSecret,
  summary: 'Ours: the key for the app, where a sign-in asks for the set-up of a second factor',
})

export const loginConfirmTotp = call({
  path: '/v1/user/login/confirmTotp',
  access: 'public',
  withoutRefresh: true,
  body: body({ ticket: Ticket, code: FactorCode }),
  data: Session.extend(RecoveryCodes.shape),
  summary: 'Ours: end the set-up by a code of the app, and sign in',
})

export const myFactor = call({
  path: '/v1/user/factor/info',
  access: 'signed-in',
  body: body({}),
  data: z.object({
    /** Since when the app is set up; null where it is not. */
    totp_since: Instant.nullable(),
    /** Recovery codes that are not used. */
    recovery_left: z.int(),
    /** The institution or the platform asks for a second factor. */
    required: z.boolean(),
  }),
  summary: 'Ours: the second factor of the account that calls',
})

export const beginTotp = call({
  path: '/v1/user/factor/beginTotp',
  access: 'signed-in',
  /** The code only where the app is set up already: the new one replaces it. */
  body: body({ password: GivenPassword, code: FactorCode.optional() }),
  data: TotpSecret,
  summary: 'Ours: a key for the app of the account that calls',
})

export const confirmTotp = call({
  path: '/v1/user/factor/confirmTotp',
  access: 'signed-in',
  body: body({ ticket: Ticket, code: FactorCode }),
  data: RecoveryCodes,
  summary: 'Ours: end the set-up by a code of the app. Earlier recovery codes are void',
})

export const renewRecoveryCodes = call({
  path: '/v1/user/factor/renewRecoveryCodes',
  access: 'signed-in',
  body: body(again),
  data: RecoveryCodes,
  summary: 'Ours: ten new recovery codes. The earlier ones are void',
})

export const removeTotp = call({
  path: '/v1/user/factor/removeTotp',
  access: 'signed-in',
  body: body(again),
  data: Nothing,
  summary: 'Ours: sign in by the password alone again, where no second factor is asked for',
})

export const FACTOR_ACTIONS = {
  'factor.add': ['开启两步验证', 'Turn on two-step verification'],
  'factor.verify': ['两步验证', 'Two-step verification'],
  'factor.renew-codes': ['重新生成恢复码', 'Generate new recovery codes'],
  'factor.remove': ['关闭两步验证', 'Turn off two-step verification'],
  'factor.reset': ['重置他人的两步验证', 'Reset two-step verification of another account'],
} as const
