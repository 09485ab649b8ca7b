import { ERROR, Id, STATUS } from '@mingmou/contract'
import type { Context } from '../context.ts'
import { audit, type AuditEntry } from '../features/audit/service.ts'
import type { Attempt } from '../http/gate.ts'
import { Denied, Refusal } from '../http/refusal.ts'

/**
 * Records calls that the role may not make, and records that are missing or belong to somebody
 * else.
 */
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

/** The ids of the call. Nothing else of the body is recorded. */
function idsOf(body: unknown): Record<string, string> {
  const ids = Object.entries(body ?? {}).filter(([, value]) => Id.safeParse(value).success)
  return Object.fromEntries(ids)
}
