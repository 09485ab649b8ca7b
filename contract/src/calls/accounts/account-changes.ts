import { z } from 'zod'
import { body, call, Nothing } from '../../wire/call.ts'
import { Id, Instant } from '../../wire/fields.ts'
import { ADMINISTRATORS, CLINICIANS } from '../../wire/roles.ts'

/**
 * A change by another account waits `openHours`, in which its owner may refuse it. An account that
 * another one changed signs nothing for `heldHours`. Two people are two for an erasure if neither
 * changed the other for `apartDays`.
 */
export const ACCOUNT_CHANGES = { openHours: 72, heldHours: 24, apartDays: 30 } as const

/** What others do to an account: made it, or gave it another way in. */
export const ACCOUNT_CHANGE_KINDS = ['made', 'email', 'password', 'factor', 'sso'] as const
export type AccountChangeKind = (typeof ACCOUNT_CHANGE_KINDS)[number]

/** A change of an account that waits for its owner. */
export const WaitingChange = z.object({
  change_id: Id,
  kind: z.enum(['email', 'factor']),
  /** The new address; null where it is about another thing. */
  email: z.string().nullable(),
  /** The account that asked for it. */
  by_uid: Id,
  asked_at: Instant,
  /** It takes effect then, unless it is refused or withdrawn. */
  due_at: Instant,
})
export type WaitingChange = z.infer<typeof WaitingChange>

/** `due_at`: when the change takes effect, where it waits; null: it has. */
export const ChangeAnswer = z.object({ due_at: Instant.nullable() })

export const withdrawChange = call({
  path: '/v1/account/withdrawChange',
  access: [...ADMINISTRATORS, '3'],
  body: body({ change_id: Id }),
  data: Nothing,
  summary: 'Ours: take back a change of a clinician’s account that waits. By whoever asked for it',
})

export const myChanges = call({
  path: '/v1/user/changes',
  access: CLINICIANS,
  body: body({}),
  data: z.object({
    changes: z.array(WaitingChange.extend({ by_name: z.string().nullable() })),
    /** Until then the account signs nothing, as somebody else reset this of it; null: nothing. */
    held: z
      .object({ kind: z.enum(['email', 'password', 'factor', 'sso']), until: Instant })
      .nullable(),
  }),
  summary: 'Ours: changes of the account that calls, asked for by others, that wait for it',
})

export const answerChange = call({
  path: '/v1/user/answerChange',
  access: CLINICIANS,
  body: body({ change_id: Id, agree: z.boolean('wrong_type') }),
  data: Nothing,
  summary: 'Ours: agree to a change of the account that calls, or refuse it',
})

export const ACCOUNT_CHANGE_ACTIONS = {
  'account.ask-change': ['申请更改他人账号', 'Request a change to another account'],
  'account.agree-change': ['同意他人申请的账号更改', 'Agree to a change to one’s own account'],
  'account.refuse-change': ['拒绝他人申请的账号更改', 'Refuse a change to one’s own account'],
  'account.withdraw-change': ['撤回对他人账号的更改', 'Withdraw a change to another account'],
} as const
