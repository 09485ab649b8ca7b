import { RefusedDiffering, RefusedFile, RefusedRepeats, today } from '@mingmou/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../../paths.ts'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { useGoOn } from '../../../lib/places/use-go-on.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { CallDialog } from '../../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { ArchiveFields } from '../archive-fields.tsx'
import { JoinInput } from '../join-input.tsx'
import { keepCapture, lastCapture } from '../last-capture.ts'
import { archivesChanged } from '../queries.ts'
import { UploadInput } from './upload-input.tsx'
import { SittingFiles } from './sitting-files.ts'

/** Saves a sitting, and opens it in the workspace, where its analysis is running. */
export function UploadDialog({ pid, onClose }: { pid: string; onClose: () => void }) {
  const { t } = useTranslation('archives')
  const { key, tab, calls, view } = useModality()
  const goOn = useGoOn()
  const [files] = useState(() => new SittingFiles(key, calls.archive, pid))
  const [initial] = useState(() => ({
    record_date: today(),
    files_path: [],
    join: true,
    ...lastCapture(key),
  }))
  useEffect(() => () => files.sender.stop(), [files])
  const check = ({ record_date }: Record<string, unknown>): Record<string, string> => {
    const problem = files.problem(String(record_date))
    return problem === null ? {} : { files_path: problem }
  }
  return (
    <CallDialog
      title={t(`kinds:${key}.upload.title`)}
      call={calls.archive.create}
      width="6.4rem"
      okText={t('upload.save')}
      fixed={{ pid }}
      initial={initial}
      holdsMore={() => files.list().length > 0}
      check={check}
      prepare={(body) =>
        Promise.resolve({
          ...body,
          repeated: files.repeated(),
          confirmed: files.confirmed(body.record_date),
          names: files.names(),
        })
      }
      onRefused={(error) => {
        const data = error instanceof ApiError ? error.data : null
        const repeats = RefusedRepeats.safeParse(data)
        if (repeats.success) files.markRepeats(repeats.data)
        const differing = RefusedDiffering.safeParse(data)
        if (differing.success) files.markSaid(differing.data.differing)
        const refused = RefusedFile.safeParse(data)
        if (refused.success && error instanceof ApiError)
          files.markRefused(refused.data, error.message)
      }}
      fallback={t(`kinds:${key}.upload.failed`)}
      onClose={onClose}
      done={t(`kinds:${key}.upload.done`)}
      onDone={({ rid }, body) => {
        keepCapture(key, body)
        void archivesChanged()
        goOn(diagnosisPath({ tab, pid, image_id: rid }))
      }}
    >
      <ArchiveFields />
      <view.archive.Once />
      <Field name="files_path" label={t('field.files_path')}>
        <UploadInput files={files} />
      </Field>
      <Field name="join" label={null} hint={t('join.hint')}>
        <JoinInput />
      </Field>
    </CallDialog>
  )
}
