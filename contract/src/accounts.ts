import { z } from 'zod'
import { body } from './call.ts'
import { Id, Instant, Status, StatusMap, total } from './fields.ts'

/** What the calls about accounts, of institutions and of the platform, have in common. */
export const aid = { aid: Id }
export const byAid = body(aid)
export const AccountMade = z.object(aid)
export const NewStatus = z.object({ status: Status })

/** Who shut an account out; each lifts his own alone. The status is 2 while either holds. */
export const standing = {
  status: Status,
  /** By who manages it: its institution, or the platform for its administrators. */
  banned: z.boolean(),
  /** By the platform, for accounts of institutions and trial users. */
  locked: z.boolean(),
}

/** An account as every list of them shows it. */
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
