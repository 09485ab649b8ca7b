import { Envelope, REQUEST_TIMEOUT_MS, type Call } from '@mingmou/contract'
import { ApiError } from './api-error.ts'
import { language } from '../texts/i18n.ts'
import { suspectService } from './service.ts'
import { readSession, tokenFresh } from '../session/session.ts'

export async function send(
  call: Call,
  body: unknown,
  signal?: AbortSignal,
): Promise<{ status: number; envelope: Envelope | null }> {
  const session = readSession()
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const isGet = call.method === 'GET'
  const token = session && (call.access !== 'public' || tokenFresh(session)) ? session.token : null
  try {
    const response = await fetch(isGet ? withQuery(call.path, body) : call.path, {
      method: call.method,
      headers: {
        'Accept-Language': language(),
        ...(!isGet && { 'Content-Type': 'application/json' }),
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      ...(!isGet && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const envelope = Envelope.safeParse(await response.json().catch(() => null))
    return { status: response.status, envelope: envelope.success ? envelope.data : null }
  } catch (error) {
    if (signal?.aborted) throw error
    suspectService()
    throw new ApiError({ status: 0, timedOut: timeout.aborted })
  }
}

function withQuery(path: string, body: unknown): string {
  const entries = Object.entries(body ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  const query = new URLSearchParams(entries).toString()
  return query === '' ? path : `${path}?${query}`
}
