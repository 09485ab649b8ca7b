import { Envelope, nameFacts, type UploadForm } from '@mingmou/contract'
import { ApiError } from '../calls/api-error.ts'
import { refusalWords, rememberName } from './own-names.ts'

/** An upload without progress for this long has lost its connection. */
const STALL_MS = 30_000

/** Posts the file of the form. Returns its key. */
export async function sendFile(
  form: UploadForm,
  file: File,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const key = `${form.key_prefix}${safeName(file.name)}`
  await postFile(form, key, file, onShare, signal)
  return key
}

/**
 * Posts one file. Rejects for an aborted or failed upload, with the server's words if there are
 * any.
 */
export function postFile(
  form: Pick<UploadForm, 'url' | 'fields'>,
  key: string,
  file: File,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  rememberName(key, file.name)
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
      reject(errorOf(request))
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

/** What the store said. Its words are empty where nobody answered, or nobody of ours. */
function errorOf({ status, responseText }: XMLHttpRequest): Error {
  const answer = Envelope.safeParse(parsed(responseText))
  if (!answer.success || typeof answer.data.msg !== 'string') return new Error('')
  const { msg, data } = answer.data
  return new ApiError({ status, msg: refusalWords(data) ?? msg, data })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The last part of an upload key, which the archive shows as the file's name: safe characters only. An eye that the
 * name says in Chinese stands there as OD or OS.
 */
export function safeName(name: string): string {
  const dot = name.lastIndexOf('.')
  const stem = (dot < 0 ? name : name.slice(0, dot))
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const shown = nameFacts(stem).eyes
  const eyes = nameFacts(name).eyes.filter((eye) => !shown.includes(eye))
  const extension = dot < 0 ? '' : name.slice(dot + 1).replace(/[^A-Za-z0-9]+/g, '')
  const end = extension && `.${extension.slice(0, 10).toLowerCase()}`
  const kept = [stem.slice(0, 60), ...eyes].filter((part) => part !== '').join('_')
  return `${kept || 'image'}${end}`
}
