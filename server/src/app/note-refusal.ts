import { ERROR, Id, STATUS } from '@mingmou/contract'
import type { Context } from '../context.ts'
import { audit, type AuditEntry } from '../features/audit/service.ts'
import type { Attempt } from '../http/gate.ts'
import { Denied, Refusal } from '../http/refusal.ts'

/** What the role may not, and what is not there or not the caller's: the attempt goes on record. */
export async function noteRefusal(
  ctx: Context,
  error: unknown,
  { call, actor, ip, body }: Attempt,
): Promise<void> {
  const action = actionOf(error)
  if (action === null) return
  const detail = { call: call.path, ...idsOf(body) }
  await audit(ctx.db, { actor, ip, action, outcome: 'refused', detail })
}

function actionOf(error: unknown): AuditEntry['action'] | null {
  if (error instanceof Denied && error.status === STATUS.roleNotAllowed) return 'call.refused'
  if (error instanceof Refusal && error.errorCode === ERROR.notFound) return 'record.refused'
  return null
}

/** The ids that were asked for, and nothing else of what was sent. */
function idsOf(body: unknown): Record<string, string> {
  const ids = Object.entries(body ?? {}).filter(([, value]) => Id.safeParse(value).success)
  return Object.fromEntries(ids)
}
