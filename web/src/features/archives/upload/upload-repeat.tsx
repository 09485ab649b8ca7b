import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { repeatOf } from './upload.ts'

/** A photograph that the institution has already, or that stands twice in the list: saved after a yes alone. */
export function UploadRepeat(props: {
  name: string
  repeat: ReturnType<typeof repeatOf>
  kept: boolean
  onKeep: (kept: boolean) => void
}) {
  const { t } = useTranslation('archives')
  const { name, repeat } = props
  if (!repeat) return null
  return (
    <p role="alert" className="upload-repeat">
      {repeat === 'twice'
        ? t('upload.repeat.twice')
        : t('upload.repeat.known', { name: repeat.name, date: repeat.record_date })}
      <Checkbox
        checked={props.kept}
        aria-label={t('upload.repeat.keepOne', { name })}
        onChange={({ target }) => props.onKeep(target.checked)}
      >
        {t('upload.repeat.keep')}
      </Checkbox>
    </p>
  )
}
