import { DownloadOutlined } from '@ant-design/icons'
import type { FeedbackDetail } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../lib/texts/i18n.ts'
import { follow } from '../../lib/places/navigate.ts'

/** Attachments of feedback. Pictures, which the server has drawn anew, are shown; each file can be saved. */
export function FilesGiven({ files }: { files: FeedbackDetail['file_list'] }) {
  const { t } = useTranslation('feedback')
  return (
    <ol className="feedback-given">
      {files.map(({ file_id, type, size, url }, index) => {
        const name = t('files.name', { number: index + 1 })
        return (
          <li key={file_id}>
            {type.startsWith('image/') && <img src={url} alt={name} loading="lazy" />}
            <span>
              {name} <span className="soft">{formatSize(size)}</span>
            </span>
            <Button
              type="link"
              size="small"
              icon={<DownloadOutlined />}
              aria-label={t('files.save', { name })}
              onClick={() => follow(url)}
            >
              {t('files.download')}
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
