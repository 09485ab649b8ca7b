import { ERROR, Id, STATUS, type Call } from '@mingmou/contract'
import type { Context } from '../context.ts'
import { audit, type AuditEntry } from '../features/audit/service.ts'
import type { Actor } from './actor.ts'
import { Denied, Refusal } from './refusal.ts'

interface Attempt {
  call: Call
  actor: Actor | null
  ip: string
  body?: unknown
}

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
