import { getStsToken, type DataOf, type UploadType } from '@mingmou/contract'
import { api } from './api.ts'

type Form = DataOf<typeof getStsToken>['sts_config']

const MARGIN_MS = 60_000
/** An upload without progress for this long has lost its connection. */
const STALL_MS = 30_000

/** Fetches upload forms of one type and keeps one while it is valid. */
export function uploadForms(file_type: UploadType): () => Promise<Form> {
  const ask = () => api(getStsToken, { file_type }).then((data) => data.sts_config)
  const valid = (form: Form) => Date.parse(form.expires_at) - Date.now() > MARGIN_MS
  let kept: Promise<Form> | null = null
  return () => {
    kept = kept ? kept.then((form) => (valid(form) ? form : ask()), ask) : ask()
    return kept
  }
}

/** Posts one file under a name of its own. Returns its key. */
export async function sendFile(
  form: Form,
  file: File,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const key = `${form.key_prefix}${randomName()}/${safeName(file.name)}`
  await postFile(form, key, file, onShare, signal)
  return key
}

/**
 * Posts one file. Rejects for an aborted or failed upload, with the server's words if there are
 * any.
 */
export function postFile(
  form: Pick<Form, 'url' | 'fields'>,
  key: string,
  file: File,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const data = new FormData()
  for (const [name, value] of Object.entries(form.fields)) data.append(name, value)
  data.append('key', key)
  data.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stall = setTimeout(() => request.abort(), STALL_MS)
    const moved = () => {
      clearTimeout(stall)
      stall = setTimeout(() => request.abort(), STALL_MS)
    }
    const fail = () => {
      clearTimeout(stall)
      reject(new Error(wordsOf(request.responseText)))
    }
    request.upload.onprogress = ({ loaded, total }) => {
      moved()
      onShare(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      if (![200, 201, 204].includes(request.status)) {
        fail()
        return
      }
      clearTimeout(stall)
      resolve()
    }
    request.onerror = fail
    request.onabort = fail
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', form.url)
    request.send(data)
  })
}

/** `crypto.randomUUID` is missing where the page is served without https. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function wordsOf(answer: string): string {
  try {
    const { msg } = JSON.parse(answer) as { msg?: unknown }
    return typeof msg === 'string' ? msg : ''
  } catch {
    return ''
  }
}

/** The last part of an upload key, which the archive shows as the file's name: safe characters only. */
export function safeName(name: string): string {
  const dot = name.lastIndexOf('.')
  const stem = (dot < 0 ? name : name.slice(0, dot))
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const extension = dot < 0 ? '' : name.slice(dot).toLowerCase()
  return `${stem.slice(0, 60) || 'image'}${extension}`
}
