import type { AnalysisCalls, Archive, DataOf } from '@mingmou/contract'
import { Button, Image } from 'antd'
import { useTranslation } from 'react-i18next'
import { comparisonPath, diagnosisPath } from '../../paths.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { EyeTags } from '../../ui/findings/eye-tags.tsx'
import { Filed } from '../../ui/findings/filed.tsx'
import { DicomButton } from './dicom-button.tsx'
import { StatusTag } from '../../ui/findings/status-tag.tsx'
import { ViewerButton } from '../../ui/viewer/viewer-button.tsx'

type Analysed = DataOf<AnalysisCalls['list']>['rows'][number]

/** One sitting: its images, when and how they were taken, and its actions. */
export function ArchiveCard(props: {
  archive: Archive
  /** Absent until it is known. */
  analysed: Analysed | undefined
  /** There is an earlier sitting. */
  comparable: boolean
  onEdit: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation('archives')
  const { tab, view } = useModality()
  const { rid, pid, record_date, collect_device, images } = props.archive
  return (
    <li className="panel archive">
      <div className="archive-facts">
        <strong>{record_date}</strong>
        <span>
          <view.archive.Fact archive={props.archive} />
        </span>
        <span className="ellipsis soft" title={collect_device}>
          {collect_device}
        </span>
        <span className="soft">{t('images', { count: images.length })}</span>
        <span className="archive-state">
          {props.analysed && (
            <>
              <StatusTag status={props.analysed.status} />
              <EyeTags eyes={props.analysed.eyes} />
            </>
          )}
        </span>
      </div>
      <Image.PreviewGroup>
        <ul className="archive-images">
          {images.map((image) => (
            <li key={image.image_index}>
              <Image
                src={image.thumb_url}
                alt={t('imageOf', { name: image.file_name, date: record_date })}
                preview={{ src: image.image_url, cover: t('enlarge') }}
                loading="lazy"
              />
              <span className="ellipsis soft" title={image.file_name}>
                {image.file_name}
              </span>
              <Filed pid={pid} image={image} />
            </li>
          ))}
        </ul>
      </Image.PreviewGroup>
      <div className="archive-actions">
        <Button type="primary" ghost href={`#${diagnosisPath({ tab, pid, image_id: rid })}`}>
          {t('analyse')}
        </Button>
        {props.comparable && (
          <Button href={`#${comparisonPath({ tab, pid, after: rid })}`}>{t('compare')}</Button>
        )}
        <ViewerButton pid={pid} rid={rid} type="text" />
        <DicomButton rid={rid} />
        <Button type="text" onClick={props.onEdit}>
          {t('common:action.edit')}
        </Button>
        <Button type="text" danger onClick={props.onDelete}>
          {t('common:action.delete')}
        </Button>
      </div>
    </li>
  )
}
