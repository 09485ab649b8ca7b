import type { UploadType } from '@mingmou/contract'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { say } from '../../lib/texts/say.ts'
import { showError } from '../../lib/notices/notices.ts'
import { sendFile } from '../../lib/files/send-file.ts'
import { UploadForms } from '../../lib/files/upload-forms.ts'
import './picture-input.css'

const ACCEPT = 'image/jpeg,image/png,image/webp'

/**
 * A picture of a record. It is uploaded at once, and its value is the key. The form's call stores
 * it.
 */
export function PictureInput(props: {
  type: UploadType
  texts: {
    choose: string
    /** Where the record can do without a picture. */
    remove?: string
    hint: string
    sending: string
    tooLarge: (mebibytes: number) => string
  }
  /** Shows the picture that was just chosen; null where it was removed, undefined before either. */
  preview: (chosen: string | null | undefined) => React.ReactNode
  /** Whether the record has a picture. */
  stored?: boolean
  id?: string
  onChange?: (key: string | null) => void
}) {
  const { texts } = props
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [picture, setPicture] = useState<string | null>()
  const [stop] = useState(() => new AbortController())
  useEffect(() => () => stop.abort(), [stop])
  useEffect(() => {
    if (picture) return () => URL.revokeObjectURL(picture)
    return undefined
  }, [picture])

  const send = async (file: File) => {
    setShare(0)
    try {
      const form = await new UploadForms(props.type).of(file, () => [])
      if (file.size > form.max_bytes) {
        showError(texts.tooLarge(Math.floor(form.max_bytes / 1024 / 1024)))
        return
      }
      const key = await sendFile(form, file, setShare, stop.signal)
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
        {texts.remove !== undefined && (picture || (props.stored && picture === undefined)) && (
          <Button
            disabled={share !== null}
            onClick={() => {
              setPicture(null)
              props.onChange?.(null)
            }}
          >
            {texts.remove}
          </Button>
        )}
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
