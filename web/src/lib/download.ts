import { Envelope } from '@mingmou/contract'
import { refreshIfDue, requireUnended } from './api.ts'
import { ApiError } from './api-error.ts'
import { language } from './i18n.ts'
import { readSession, startOfSession } from './session.ts'
import { refuse } from './statuses.ts'

/** Fetches a file, by GET or with a body by POST, and saves it; a refusal is told like that of any call. */
export async function saveFile(
  path: string,
  file: { type: string; name: string },
  body?: unknown,
): Promise<void> {
  const start = startOfSession()
  if (start !== null) requireUnended(start)
  await refreshIfDue()
  const token = readSession()?.token
  const answer = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'Accept-Language': language(),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiError({ status: 0 })
  })
  if (!answer.headers.get('Content-Type')?.startsWith(file.type)) {
    const envelope = Envelope.safeParse(await answer.json().catch(() => null))
    throw refuse(answer.status, envelope.success ? envelope.data : {}, start)
  }
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  URL.revokeObjectURL(url)
}
