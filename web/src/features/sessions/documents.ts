import {
  ADMISSION_DOCUMENTS,
  message,
  sendDocumentForms,
  type DocumentKind,
  type GivenDocument,
} from '@mingmou/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { api } from '../../lib/api.ts'
import { postFile } from '../../lib/send-file.ts'

/** A chosen document. It is uploaded with the sign-up, and has no key before. */
export interface Draft extends GivenDocument {
  id: string
  file: File
}

export const draftOf = (file: File, kind: DocumentKind): Draft => ({
  id: `document-${++made}`,
  file,
  key: '',
  kind,
  name: shortened(file.name),
})
let made = 0

const EXTENSIONS = ['pdf', 'jpg', 'jpeg', 'png', 'webp']
export const ACCEPT = EXTENSIONS.map((one) => `.${one}`).join(',')

/** The fault of a file before it is sent, as an encoded message. The server checks its content. */
export function documentProblem(file: File): string | null {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? ''
  if (!EXTENSIONS.includes(extension)) return message('document_type', file.name)
  if (file.size > ADMISSION_DOCUMENTS.maxBytes) return message('document_too_large', file.name)
  return null
}

interface Sent {
  email: string
  key: string
}

/**
 * Uploads the documents for an address. Each file is uploaded once, however often the form is sent.
 */
export function useDocuments() {
  const { t } = useTranslation('sessions')
  const [shares, setShares] = useState<Readonly<Record<string, number>>>({})
  const sent = useRef(new Map<string, Sent>())
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])

  const send = async (draft: Draft, form: Parameters<typeof postFile>[0], key: string) => {
    const { id, file } = draft
    const move = (share: number) => setShares((before) => ({ ...before, [id]: share }))
    try {
      await postFile(form, key, file, move, leaving.signal)
    } catch (error) {
      move(0)
      const words = error instanceof Error ? error.message : ''
      const msg = words || t('documents.failed', { name: file.name })
      throw new ApiError({ status: 0, msg })
    }
    move(1)
  }
  const upload = async (
    drafts: readonly Draft[],
    { email, code }: { email: string; code: string },
  ): Promise<GivenDocument[]> => {
    const waiting = drafts.filter(({ id }) => sent.current.get(id)?.email !== email)
    if (waiting.length > 0) {
      const { forms } = await api(sendDocumentForms, { email, code, count: waiting.length })
      for (const [index, draft] of waiting.entries()) {
        const form = forms[index]
        if (!form) break
        await send(draft, form, form.key)
        sent.current.set(draft.id, { email, key: form.key })
      }
    }
    return drafts.map(({ id, kind, name }) => ({
      key: sent.current.get(id)?.key ?? '',
      kind,
      name,
    }))
  }
  return { shares, upload }
}

const MAX_NAME = 128

/** A long name keeps its end, with the extension. No character is cut in two. */
const shortened = (name: string) =>
  name.length > MAX_NAME ? `…${name.slice(-(MAX_NAME - 1)).replace(/^[\uDC00-\uDFFF]/, '')}` : name
