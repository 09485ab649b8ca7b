import { DeleteOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { UploadDiffers } from './upload-differs.tsx'
import { repeatOf, type Upload } from './upload-queue.ts'

const STATUS = {
  waiting: 'normal',
  sending: 'active',
  done: 'success',
  failed: 'exception',
  refused: 'exception',
} as const

interface Props {
  upload: Upload
  /** The whole list. */
  uploads: readonly Upload[]
  onRetry: () => void
  onRemove: () => void
  onKeep: (kept: boolean) => void
  onSure: (sure: boolean, day: string) => void
}

export function UploadRow(props: Props) {
  const { t } = useTranslation('archives')
  const { file, state, share, reason } = props.upload
  const repeat = repeatOf(props.upload, props.uploads)
  const faulty = state === 'failed' || state === 'refused'
  return (
    <li>
      <span className="ellipsis" title={file.name}>
        {file.name}
      </span>
      <span className="soft upload-size">{formatSize(file.size)}</span>
      <Progress
        percent={Math.round(share * 100)}
        size="small"
        status={STATUS[state]}
        aria-label={`${file.name} ${t(`upload.state.${state}`)}`}
      />
      <span className="upload-buttons">
        {state === 'failed' && (
          <Button
            type="text"
            size="small"
            icon={<ReloadOutlined />}
            aria-label={t('upload.retry', { name: file.name })}
            onClick={props.onRetry}
          />
        )}
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('upload.remove', { name: file.name })}
          onClick={props.onRemove}
        />
      </span>
      {faulty && (
        <p role="alert" className="upload-reason">
          {say(reason ?? '') || t('upload.interrupted')}
        </p>
      )}
      {props.upload.differs && (
        <UploadDiffers name={file.name} differs={props.upload.differs} onSure={props.onSure} />
      )}
      {repeat && (
        <p role="alert" className="upload-repeat">
          {repeat === 'twice'
            ? t('upload.repeat.twice')
            : t('upload.repeat.known', { name: repeat.name, date: repeat.record_date })}
          <Checkbox
            checked={props.upload.kept}
            aria-label={t('upload.repeat.keepOne', { name: file.name })}
            onChange={({ target }) => props.onKeep(target.checked)}
          >
            {t('upload.repeat.keep')}
          </Checkbox>
        </p>
      )}
    </li>
  )
}
