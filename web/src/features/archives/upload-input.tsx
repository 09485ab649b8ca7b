import { InboxOutlined } from '@ant-design/icons'
import { IMAGE_LIMITS } from '@mingmou/contract'
import { Upload } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { LeftOut } from '../../ui/forms/left-out.tsx'
import { useFormDay } from './form-day.ts'
import { UploadRow } from './upload-row.tsx'
import { worstFirst, type UploadQueue } from './upload-queue.ts'
import '../../ui/forms/files-input.css'
import './archives.css'

/**
 * Takes files by drag and drop or choice and sends them at once. Its value is the keys that
 * arrived.
 */
export function UploadInput({
  queue,
  id,
  onChange,
}: {
  queue: UploadQueue
  id?: string
  value?: string[]
  onChange?: (keys: string[]) => void
}) {
  const { t } = useTranslation('archives')
  const uploads = useSyncExternalStore(queue.subscribe, queue.list)
  const leftOut = useSyncExternalStore(queue.subscribe, queue.leftOut)
  const day = useFormDay()
  const keys = queue.keys().join('\n')
  useEffect(() => {
    onChange?.(keys === '' ? [] : keys.split('\n'))
    // onChange is a new function on each render; only new keys are news.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [keys])
  return (
    <>
      <Upload.Dragger
        {...(id !== undefined && { id })}
        multiple
        // Any file may be chosen: those of a CD have no ending, and the content tells what it is.
        showUploadList={false}
        fileList={[]}
        beforeUpload={(file, files) => {
          // Called for each file. The list is added once, in the order of the choice.
          if (file === files[0]) void queue.add(files)
          return false
        }}
      >
        <p className="upload-invite">
          <InboxOutlined /> {t('upload.drop')}
        </p>
        <p className="soft upload-limits">
          {t('upload.limits', {
            count: IMAGE_LIMITS.perArchive,
            size: IMAGE_LIMITS.maxBytes / 1024 / 1024,
          })}
        </p>
      </Upload.Dragger>
      <LeftOut count={leftOut} />
      {uploads.length > 0 && (
        <ul className="upload-list" aria-label={t('upload.files')}>
          {worstFirst(uploads, day).map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              uploads={uploads}
              onRetry={() => queue.retry(upload.id)}
              onRemove={() => queue.remove(upload.id)}
              onKeep={(kept) => queue.keep(upload.id, kept)}
              onSure={(sure, day) => queue.sure(upload.id, sure, day)}
            />
          ))}
        </ul>
      )}
    </>
  )
}
