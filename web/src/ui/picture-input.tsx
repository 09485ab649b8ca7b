import type { UploadType } from '@mingmou/contract'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { say } from '../lib/say.ts'
import { showError } from '../lib/notices.ts'
import { sendFile, uploadForms } from '../lib/send-file.ts'
import './picture-input.css'

const ACCEPT = 'image/jpeg,image/png,image/webp'

/**
 * A picture of a record. It is uploaded at once, and its value is the key. The form's call stores
 * it.
 */
export function PictureInput(props: {
  type: UploadType
  texts: { choose: string; hint: string; sending: string; tooLarge: (mebibytes: number) => string }
  /** Shows the picture that was just chosen, null where there is none yet. */
  preview: (chosen: string | null) => React.ReactNode
  id?: string
  onChange?: (key: string) => void
}) {
  const { texts } = props
  const input = useRef<HTMLInputElement>(null)
  const [form] = useState(() => uploadForms(props.type))
  const [share, setShare] = useState<number | null>(null)
  const [picture, setPicture] = useState<string | null>(null)
  const [stop] = useState(() => new AbortController())
  useEffect(() => () => stop.abort(), [stop])
  useEffect(() => {
    if (picture !== null) return () => URL.revokeObjectURL(picture)
    return undefined
  }, [picture])

  const send = async (file: File) => {
    setShare(0)
    try {
      const known = await form()
      if (file.size > known.max_bytes) {
        showError(texts.tooLarge(Math.floor(known.max_bytes / 1024 / 1024)))
        return
      }
      const key = await sendFile(known, file, setShare, stop.signal)
      setPicture(URL.createObjectURL(file))
      props.onChange?.(key)
    } catch (error) {
      if (!stop.signal.aborted)
        showError((error instanceof Error && error.message) || say('upload_unfinished'))
    } finally {
      setShare(null)
    }
  }
  return (
    <div className="picture-input">
      {props.preview(picture)}
      <div>
        <Button
          {...(props.id !== undefined && { id: props.id })}
          loading={share !== null}
          onClick={() => input.current?.click()}
        >
          {texts.choose}
        </Button>
        <p className="soft">{texts.hint}</p>
        {share !== null && (
          <Progress percent={Math.round(share * 100)} size="small" aria-label={texts.sending} />
        )}
      </div>
      <input
        ref={input}
        type="file"
        // antd's forms show file inputs, even with a class that hides them.
        style={{ display: 'none' }}
        accept={ACCEPT}
        aria-label={texts.choose}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void send(file)
        }}
      />
    </div>
  )
}
