import { DeleteOutlined, InboxOutlined, ReloadOutlined } from '@ant-design/icons'
import { BATCH, IMAGE_LIMITS } from '@mingmou/contract'
import { Button, Progress, Upload } from 'antd'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/say.ts'
import type { BatchSender } from './batch-sender.ts'
import { ACCEPT } from './checks.ts'
import './archives.css'

/** Takes files and folders by drag and drop or choice, and shows those that are on their way. */
export function BatchInput({ sender }: { sender: BatchSender }) {
  const { t } = useTranslation('batch')
  const files = useSyncExternalStore(sender.subscribe, sender.list)
  const taking = {
    multiple: true,
    // A dropped file is never left out silently.
    accept: { format: ACCEPT, filter: 'native' as const },
    showUploadList: false,
    fileList: [],
    beforeUpload: (file: File, all: File[]) => {
      // Called for each file. The list is added once, in the order of the choice.
      if (file === all[0]) void sender.add(all)
      return false
    },
  }
  return (
    <div>
      <Upload.Dragger {...taking} directory openFileDialogOnClick={false}>
        <p className="upload-invite">
          <InboxOutlined /> {t('drop_here')}
        </p>
        <p className="soft upload-limits">
          {t('limits', { count: BATCH.files, size: IMAGE_LIMITS.maxBytes / 1024 / 1024 })}
        </p>
        <div className="batch-pick">
          <Upload {...taking}>
            <Button>{t('pick.files')}</Button>
          </Upload>
          <Upload {...taking} directory>
            <Button>{t('pick.folder')}</Button>
          </Upload>
        </div>
      </Upload.Dragger>
      {files.length > 0 && (
        <ul className="upload-list" aria-label={t('coming')}>
          {files.map(({ id, file, state, share, reason }) => (
            <li key={id}>
              <span className="ellipsis" title={file.name}>
                {file.name}
              </span>
              <Progress
                percent={Math.round(share * 100)}
                size="small"
                status={reason === null ? 'active' : 'exception'}
                aria-label={`${file.name} ${t(`sending.${state}`)}`}
              />
              <span className="upload-buttons">
                {state === 'failed' && (
                  <Button
                    type="text"
                    size="small"
                    icon={<ReloadOutlined />}
                    aria-label={t('retry', { name: file.name })}
                    onClick={() => sender.retry(id)}
                  />
                )}
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('remove', { name: file.name })}
                  onClick={() => sender.remove(id)}
                />
              </span>
              {reason !== null && (
                <p role="alert" className="upload-reason">
                  {say(reason) || t('interrupted')}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
