import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/say.ts'
import { showError } from '../../lib/notices.ts'
import { sendFile, uploadForms } from '../../lib/send-file.ts'
import { Logo } from './logo.tsx'

const ACCEPT = 'image/jpeg,image/png,image/webp'

/**
 * Another logo for the institution. It is uploaded at once, and its value is the key. The form's
 * call stores it.
 */
export function LogoInput(props: {
  present: string | null
  name: string
  id?: string
  onChange?: (key: string) => void
}) {
  const { t } = useTranslation('institutions')
  const input = useRef<HTMLInputElement>(null)
  const [form] = useState(() => uploadForms('logo'))
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
        showError(t('logo.tooLarge', { size: Math.floor(known.max_bytes / 1024 / 1024) }))
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
    <div className="logo-input">
      <Logo url={picture ?? props.present} name={props.name} />
      <div>
        <Button
          {...(props.id !== undefined && { id: props.id })}
          loading={share !== null}
          onClick={() => input.current?.click()}
        >
          {t('logo.choose')}
        </Button>
        <p className="soft">{t('logo.hint')}</p>
        {share !== null && (
          <Progress percent={Math.round(share * 100)} size="small" aria-label={t('logo.sending')} />
        )}
      </div>
      <input
        ref={input}
        type="file"
        // antd's forms show file inputs, even with a class that hides them.
        style={{ display: 'none' }}
        accept={ACCEPT}
        aria-label={t('logo.choose')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void send(file)
        }}
      />
    </div>
  )
}
