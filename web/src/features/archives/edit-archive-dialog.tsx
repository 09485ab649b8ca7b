import { archiveEntry, type Archive } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../modalities/use-modality.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { useAgreement } from '../../ui/dialogs/agreement.ts'
import { ArchiveFields } from './archive-fields.tsx'
import { archivesChanged } from './queries.ts'

export function EditArchiveDialog(props: {
  archive: Archive
  /** There is an analysis of it, or it is not known yet whether there is one. */
  analysed: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('archives')
  const { key, calls } = useModality()
  const { analysed } = archiveEntry(key).archive
  const agreement = useAgreement()
  const { rid, record_date, images } = props.archive
  const asked = Object.keys(calls.archive.set.body.shape)
  const initial: Record<string, unknown> = Object.fromEntries(
    Object.entries(props.archive).filter(([name]) => name !== 'rid' && asked.includes(name)),
  )
  const agree = async (body: Record<string, unknown>) => {
    const changes = analysed.some((name) => body[name] !== initial[name])
    const name = t('archiveName', { date: record_date, count: images.length })
    return !props.analysed || !changes || agreement('reanalyse.archive', name)
  }
  return (
    <CallDialog
      title={t('edit.title')}
      call={calls.archive.set}
      fixed={{ rid }}
      initial={initial}
      agree={agree}
      fallback={t('edit.failed')}
      onClose={props.onClose}
      done={t('edit.done')}
      onDone={archivesChanged}
    >
      <ArchiveFields />
    </CallDialog>
  )
}
