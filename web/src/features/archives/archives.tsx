import type { Archive } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../modalities/use-modality.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { useNearRows } from '../../ui/lists/near-rows.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { ArchiveCard } from './archive-card.tsx'
import { EditArchiveDialog } from './edit-archive-dialog.tsx'
import { analysesQuery, archivesChanged, archivesQuery } from './queries.ts'
import { UploadButton } from './upload/upload-button.tsx'
import './archives.css'

/** The images of a patient, newest sitting first. */
export function PatientArchives({ pid }: { pid: string }) {
  const { t } = useTranslation('archives')
  const { key, calls } = useModality()
  const query = useQuery(archivesQuery(key, pid))
  const { data } = query
  const analyses = useQuery(analysesQuery(key, pid))
  const [edited, setEdited] = useState<Archive | null>(null)
  const confirm = useConfirm()
  const { near, end } = useNearRows(data?.rows ?? [])
  const analysedOf = ({ rid }: Archive) =>
    analyses.data?.rows.find(({ image_id }) => image_id === rid)

  const remove = ({ rid, record_date, images }: Archive) =>
    confirm(
      'delete.archive',
      'danger',
      t('archiveName', { date: record_date, count: images.length }),
      calls.archive.delete,
      { rid },
      archivesChanged,
    )

  if (query.isError && !data) return <Failed title={t(`kinds:${key}.list.failed`)} query={query} />
  if (!data) return <Loading />
  const upload = <UploadButton pid={pid} />
  return (
    <>
      {data.rows.length === 0 ? (
        <div className="panel">
          <Nothing hint={t(`kinds:${key}.list.empty`)}>{upload}</Nothing>
        </div>
      ) : (
        <>
          <div className="archives-head">
            <span className="soft">{t('list.count', { count: data.rows.length })}</span>
          </div>
          <ul className="archives">
            {near.map((archive, at) => (
              <ArchiveCard
                key={archive.rid}
                archive={archive}
                analysed={analysedOf(archive)}
                comparable={at < data.rows.length - 1}
                onEdit={() => setEdited(archive)}
                onDelete={() => remove(archive)}
              />
            ))}
          </ul>
          {end}
        </>
      )}
      {edited && (
        <EditArchiveDialog
          archive={edited}
          analysed={analysedOf(edited)?.status !== null}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
