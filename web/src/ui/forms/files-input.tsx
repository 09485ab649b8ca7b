import { DeleteOutlined, InboxOutlined, ReloadOutlined } from '@ant-design/icons'
import { IMAGE_LIMITS } from '@mingmou/contract'
import { Button, Progress, Upload } from 'antd'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileSender } from '../../lib/files/file-sender.ts'
import { say } from '../../lib/texts/say.ts'
import { LeftOut } from './left-out.tsx'
import './files-input.css'

type Used = 'subscribe' | 'list' | 'leftOut' | 'add' | 'retry' | 'remove' | 'removeRefused'

/** Takes files and folders by drag and drop or choice, and shows those that are on their way. */
export function FilesInput({ sender, count }: { sender: Pick<FileSender, Used>; count: number }) {
  const { t } = useTranslation()
  const files = useSyncExternalStore(sender.subscribe, sender.list)
  const leftOut = useSyncExternalStore(sender.subscribe, sender.leftOut)
  const refused = files.filter(({ state }) => state === 'refused').length
  const taking = {
    multiple: true,
    // Any file may be chosen: those of a CD have no ending, and the content tells what it is.
    showUploadList: false,
    fileList: [],
    beforeUpload: (file: File, all: File[]) => {
      // Called for each file. The list is added once, in the order of the choice.
      if (file === all[0]) void sender.add(all)
      return false
    },
  }
  return (
    <div className="files-input">
      <Upload.Dragger {...taking} directory openFileDialogOnClick={false} hasControlInside>
        <p className="upload-invite">
          <InboxOutlined /> {t('files.drop_here')}
        </p>
        <p className="soft upload-limits">
          {t('files.limits', { count, size: IMAGE_LIMITS.maxBytes / 1024 / 1024 })}
        </p>
        <div className="files-pick">
          <Upload {...taking}>
            <Button>{t('files.pick.files')}</Button>
          </Upload>
          <Upload {...taking} directory>
            <Button>{t('files.pick.folder')}</Button>
          </Upload>
        </div>
      </Upload.Dragger>
      <LeftOut count={leftOut} />
      {refused > 1 && (
        <p className="files-refused">
          {t('files.refused', { count: refused })}{' '}
          <Button type="link" size="small" onClick={() => sender.removeRefused()}>
            {t('files.remove_refused')}
          </Button>
        </p>
      )}
      {files.length > 0 && (
        <ul className="upload-list" aria-label={t('files.coming')}>
          {files.map(({ id, file, state, share, reason }) => (
            <li key={id}>
              <span className="ellipsis" title={file.name}>
                {file.name}
              </span>
              <Progress
                percent={Math.round(share * 100)}
                size="small"
                status={state === 'kept' ? 'success' : reason === null ? 'active' : 'exception'}
                aria-label={`${file.name} ${t(`files.sending.${state}`)}`}
              />
              <span className="upload-buttons">
                {state === 'failed' && (
                  <Button
                    type="text"
                    size="small"
                    icon={<ReloadOutlined />}
                    aria-label={t('files.retry', { name: file.name })}
                    onClick={() => sender.retry(id)}
                  />
                )}
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={t('files.remove', { name: file.name })}
                  onClick={() => sender.remove(id)}
                />
              </span>
              {state === 'kept' && <p className="upload-kept">{t('files.kept')}</p>}
              {reason !== null && (
                <p role="alert" className="upload-reason">
                  {say(reason) || t('files.interrupted')}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
