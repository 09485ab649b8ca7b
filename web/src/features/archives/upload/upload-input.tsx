import { InboxOutlined } from '@ant-design/icons'
import { IMAGE_LIMITS } from '@mingmou/contract'
import { Upload } from 'antd'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { SentFiles } from '../../../ui/forms/sent-files.tsx'
import { taking } from '../../../ui/forms/taking.ts'
import { useFormDay } from './form-day.ts'
import { UploadDiffers } from './upload-differs.tsx'
import { UploadRepeat } from './upload-repeat.tsx'
import { repeatOf, worstFirst, type Upload as Row } from './upload.ts'
import type { SittingFiles } from './sitting-files.ts'
import '../archives.css'

/**
 * Takes files by drag and drop or choice and sends them at once. Its value is the keys that
 * arrived.
 */
export function UploadInput({
  files,
  id,
  onChange,
}: {
  files: SittingFiles
  id?: string
  value?: string[]
  onChange?: (keys: string[]) => void
}) {
  const { t } = useTranslation('archives')
  const rows = useSyncExternalStore(files.subscribe, files.list)
  const day = useFormDay()
  const keys = files.keys().join('\n')
  useEffect(() => {
    onChange?.(keys === '' ? [] : keys.split('\n'))
    // onChange is a new function on each render; only new keys are news.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [keys])
  const doubts = (row: Row) => (
    <>
      {row.differs && (
        <UploadDiffers
          name={row.file.name}
          differs={row.differs}
          onSure={(sure, of) => files.sure(row.id, sure, of)}
        />
      )}
      <UploadRepeat
        name={row.file.name}
        repeat={repeatOf(row, rows)}
        kept={row.kept}
        onKeep={(kept) => files.keep(row.id, kept)}
      />
    </>
  )
  return (
    <>
      <Upload.Dragger {...(id !== undefined && { id })} {...taking((chosen) => files.add(chosen))}>
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
      <SentFiles
        sender={files.sender}
        rows={worstFirst(rows, day)}
        label={t('upload.files')}
        more={doubts}
      />
    </>
  )
}
