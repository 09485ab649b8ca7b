import { Envelope } from '@mingmou/contract'
import { refreshIfDue, requireUnended } from '../calls/api.ts'
import { ApiError } from '../calls/api-error.ts'
import { begun } from '../calls/begun.ts'
import { language } from '../texts/i18n.ts'
import { readSession, startOfSession } from '../session/session.ts'
import { refuse } from '../calls/statuses.ts'

/** Fetches a file, by GET or with a body by POST, and saves it under its name. */
export async function saveFile(
  path: string,
  { type, name }: { type: string; name: string },
  body?: unknown,
): Promise<void> {
  save(await fetchFile(path, type, body), name)
}

/** Prints a PDF, or saves it where the browser cannot show one. Returns which it did. */
export async function printPdf(path: string, name: string): Promise<'printed' | 'saved'> {
  const file = await fetchFile(path, 'application/pdf')
  if (!navigator.pdfViewerEnabled) {
    save(file, name)
    return 'saved'
  }
  document.getElementById(PRINTED)?.remove()
  const frame = document.createElement('iframe')
  frame.id = PRINTED
  frame.title = name
  // A hidden frame is not printed.
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0'
  frame.src = URL.createObjectURL(file)
  await new Promise((resolve) => {
    frame.onload = resolve
    document.body.append(frame)
  })
  try {
    frame.contentWindow?.focus()
    frame.contentWindow?.print()
    return 'printed'
  } catch {
    // The page cannot print from a viewer that closes its frame to it.
    save(file, name)
    return 'saved'
  }
}

/** The frame of the last printed file. It stays while the browser's print window is open. */
const PRINTED = 'printed-file'

/** A refusal is shown like that of any call. */
async function fetchFile(path: string, type: string, body?: unknown): Promise<Blob> {
  const start = startOfSession()
  const of = begun()
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
    throw Object.assign(new ApiError({ status: 0 }), { of })
  })
  if (!answer.headers.get('Content-Type')?.startsWith(type)) {
    const envelope = Envelope.safeParse(await answer.json().catch(() => null))
    throw refuse(answer.status, envelope.success ? envelope.data : {}, start, { of })
  }
  return answer.blob()
}

/** Saves a text that the page holds. */
export const saveText = (text: string, name: string) =>
  save(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  saveFrom(url, name)
  URL.revokeObjectURL(url)
}

/** Saves what an address answers; the server may name it. */
export function saveFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
