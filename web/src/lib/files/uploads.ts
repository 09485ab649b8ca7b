import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../calls/api-error.ts'
import { postFile } from './send-file.ts'

/** A chosen file. It is uploaded when its form is sent, and has no key before. */
interface Chosen {
  id: string
  file: File
}
interface Form {
  url: string
  fields: Record<string, string>
  key: string
}

/**
 * Uploads files by forms that a call gives for each of them. Each file is uploaded once for whom it is, however
 * often the form is sent.
 */
export function useUploads(failed: (name: string) => string) {
  const [shares, setShares] = useState<Readonly<Record<string, number>>>({})
  const sent = useRef(new Map<string, { whose: string; key: string }>())
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])

  const send = async ({ id, file }: Chosen, form: Form) => {
    const move = (share: number) => setShares((before) => ({ ...before, [id]: share }))
    try {
      await postFile(form, form.key, file, move, leaving.signal)
    } catch (error) {
      move(0)
      const words = error instanceof Error ? error.message : ''
      throw new ApiError({ status: 0, msg: words || failed(file.name) })
    }
    move(1)
  }
  /** The keys of the files, in their order. */
  const upload = async (
    files: readonly Chosen[],
    whose: string,
    ask: (count: number) => Promise<{ forms: Form[] }>,
  ): Promise<string[]> => {
    const waiting = files.filter(({ id }) => sent.current.get(id)?.whose !== whose)
    if (waiting.length > 0) {
      const { forms } = await ask(waiting.length)
      for (const [index, chosen] of waiting.entries()) {
        const form = forms[index]
        if (!form) break
        await send(chosen, form)
        sent.current.set(chosen.id, { whose, key: form.key })
      }
    }
    return files.map(({ id }) => sent.current.get(id)?.key ?? '')
  }
  return { shares, upload }
}
