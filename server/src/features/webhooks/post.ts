import { message, WEBHOOKS } from '@mingmou/contract'
import type { OutwardConfig } from '../../config.ts'
import { OutwardRefused, sendOutward } from '../../platform/outward.ts'
import { unreachedBy } from '../../platform/unreached.ts'

/** How a try went. `reason` is an encoded message; null where the receiver took it. */
export interface Outcome {
  status: number | null
  reason: string | null
  /** Nothing else will go through to it at the moment either. */
  away: boolean
}

/** Posts an event. Of the answer only its status is read. */
export async function postEvent(
  config: OutwardConfig,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<Outcome> {
  try {
    const answered = await sendOutward(config, url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Mingmou' },
      body,
      timeoutMs: WEBHOOKS.answerSeconds * 1000,
    })
    answered.destroy()
    const { statusCode: status = 0 } = answered
    return { status, reason: reasonOf(status), away: false }
  } catch (error) {
    if (error instanceof OutwardRefused)
      return { status: null, reason: 'webhook_private', away: false }
    const why = unreachedBy(error)
    const away = why === 'no_host' || why === 'down' || why === 'silent'
    return { status: null, reason: why === null ? 'webhook_failed' : `webhook_${why}`, away }
  }
}

function reasonOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return message('webhook_redirect', status)
  return message('webhook_status', status)
}
