import { z } from 'zod'
import { body } from '../../wire/call.ts'
import { Id, Instant, Status, StatusMap, total } from '../../wire/fields.ts'

/** Fields that the calls about accounts share. */
export const aid = { aid: Id }
export const byAid = body(aid)
export const AccountMade = z.object(aid)
export const NewStatus = z.object({ status: Status })

/** An account is shut by a ban or by a lock. Each is lifted by whoever set it. The status is 2 while one of them holds. */
export const standing = {
  status: Status,
  /** Set by the institution, or by the platform for its administrators. */
  banned: z.boolean(),
  /** Set by the platform, for accounts of institutions and trial users. */
  locked: z.boolean(),
  /** Signs in with a second factor. */
  second_factor: z.boolean(),
}

/** The fields of an account in every list. */
export const listed = {
  ...aid,
  id: Id,
  username: z.string(),
  email: z.string(),
  ...standing,
  created_at: Instant,
}

export const accountPage = <Row extends z.ZodType>(row: Row) =>
  z.object({
    account: z.array(row),
    ...total,
    acc_status_map: StatusMap,
  })

export const ACCOUNT_ACTIONS = {
  'account.add': ['新增账号', 'Add an account'],
  'account.change': ['修改账号信息', 'Change an account'],
  'account.change-email': ['更换账号邮箱', 'Change the e-mail address of an account'],
} as const
