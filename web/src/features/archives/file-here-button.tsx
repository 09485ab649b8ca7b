import type { Archive } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { goTo } from '../../lib/places/navigate.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { ArchiveFields } from './archive-fields.tsx'
import { keepCapture, lastCapture } from './last-capture.ts'
import { archivesChanged } from './queries.ts'

export interface Misfiled {
  /** The archive of another kind that holds the images. */
  archive: Archive
  images: readonly number[]
}

/** Files images of another kind as an archive of this kind, and opens that in the workspace. */
export function FileHereButton({ archive, images }: Misfiled) {
  const { t } = useTranslation('archives')
  const { key, tab, calls, view } = useModality()
  const [open, setOpen] = useState(false)
  const { rid, pid, record_date } = archive
  const title = t('file_here.button', { kind: t(`kinds:${key}.tab`) })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <CallDialog
          title={title}
          call={calls.archive.fileHere}
          okText={t('file_here.save')}
          fixed={{ rid, image_indexes: [...images] }}
          initial={{ record_date, ...lastCapture(key) }}
          fallback={t('file_here.failed')}
          onClose={() => setOpen(false)}
          done={t('file_here.done')}
          // Somebody else may have filed them.
          onRefused={() => void archivesChanged()}
          onDone={(made, body) => {
            keepCapture(key, body)
            void archivesChanged()
            goTo(diagnosisPath({ tab, pid, image_id: made.rid }))
          }}
        >
          <p className="soft">{t('file_here.stays', { count: images.length })}</p>
          <ArchiveFields />
          <view.archive.Once />
        </CallDialog>
      )}
    </>
  )
}
