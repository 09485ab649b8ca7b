import { InboxOutlined } from '@ant-design/icons'
import { IMAGE_LIMITS } from '@mingmou/contract'
import { Button, Upload } from 'antd'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { SentFiles, type Sending } from './sent-files.tsx'
import { taking } from './taking.ts'
import './files-input.css'

/** Takes files and folders by drag and drop or choice, and shows those that are on their way. */
export function FilesInput({
  sender,
  count,
  hint,
  add = (files) => sender.add(files),
}: {
  sender: Sending
  count: number
  hint?: string
  /** Looks at what is chosen before it is sent. */
  add?: (files: readonly File[]) => Promise<void>
}) {
  const { t } = useTranslation()
  const rows = useSyncExternalStore(sender.subscribe, sender.list)
  const taken = taking(add)
  return (
    <div className="files-input">
      <Upload.Dragger {...taken} directory openFileDialogOnClick={false} hasControlInside>
        <p className="upload-invite">
          <InboxOutlined /> {t('files.drop_here')}
        </p>
        <p className="soft upload-limits">
          {t('files.limits', { count, size: IMAGE_LIMITS.maxBytes / 1024 / 1024 })}
        </p>
        {hint !== undefined && <p className="soft upload-limits">{hint}</p>}
        <div className="files-pick">
          <Upload {...taken}>
            <Button>{t('files.pick.files')}</Button>
          </Upload>
          <Upload {...taken} directory>
            <Button>{t('files.pick.folder')}</Button>
          </Upload>
        </div>
      </Upload.Dragger>
      <SentFiles sender={sender} rows={rows} label={t('files.coming')} />
    </div>
  )
}
