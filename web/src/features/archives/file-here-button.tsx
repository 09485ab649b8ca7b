import type { Archive } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { useGoOn } from '../../lib/places/use-go-on.ts'
import { OfModality, useModality } from '../../modalities/use-modality.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { useDialogHost } from '../../ui/dialogs/dialog-host.tsx'
import { ArchiveFields } from './archive-fields.tsx'
import { keepCapture, lastCapture } from './last-capture.ts'
import { archivesChanged } from './queries.ts'

export interface Misfiled {
  /** The archive of another kind that holds the images. */
  archive: Archive
  images: readonly number[]
}

/** Opens the filing of images of another kind as an archive of this kind. */
export function FileHereButton(misfiled: Misfiled) {
  const { t } = useTranslation('archives')
  const { key } = useModality()
  const open = useDialogHost()
  return (
    <Button
      size="small"
      onClick={() =>
        open((close) => (
          <OfModality value={key}>
            <FileHereDialog {...misfiled} onClose={close} />
          </OfModality>
        ))
      }
    >
      {t('file_here.button', { kind: t(`kinds:${key}.tab`) })}
    </Button>
  )
}

/** Files them, and opens the new archive in the workspace. */
function FileHereDialog({ archive, images, onClose }: Misfiled & { onClose: () => void }) {
  const { t } = useTranslation('archives')
  const { key, tab, calls, view } = useModality()
  const { rid, pid, record_date } = archive
  const goOn = useGoOn()
  return (
    <CallDialog
      title={t('file_here.button', { kind: t(`kinds:${key}.tab`) })}
      call={calls.archive.fileHere}
      okText={t('file_here.save')}
      fixed={{ rid, image_indexes: [...images] }}
      initial={{ record_date, ...lastCapture(key) }}
      fallback={t('file_here.failed')}
      onClose={onClose}
      done={t('file_here.done')}
      // Somebody else may have filed them.
      onRefused={() => void archivesChanged()}
      onDone={(made, body) => {
        keepCapture(key, body)
        void archivesChanged()
        goOn(diagnosisPath({ tab, pid, image_id: made.rid }))
      }}
    >
      <p className="soft">{t('file_here.stays', { count: images.length })}</p>
      <ArchiveFields />
      <view.archive.Once />
    </CallDialog>
  )
}
