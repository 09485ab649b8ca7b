import {
  DEFAULT_ORDER,
  MODALITIES,
  MODALITY,
  SIGNED_URL_SECONDS,
  THUMBNAIL_SIZE,
  type Modality,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { EyeTags } from '../../ui/findings/eye-tags.tsx'
import { StatusTag } from '../../ui/findings/status-tag.tsx'

/** Signed addresses are fetched again before they end. */
const FRESH_MS = (SIGNED_URL_SECONDS * 1000 * 2) / 3
const SIZE = { weight: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, order: DEFAULT_ORDER } as const

export function VisitPictures(props: {
  pid: string
  source: Modality
  rid: string | null
  device: string | null
}) {
  const { t } = useTranslation(['trends', 'patients', 'archives'])
  const { pid, source, rid, device } = props
  const list = useQuery({
    ...callQuery(MODALITY[source].calls.analysis.list, { pid, ...SIZE }),
    refetchInterval: FRESH_MS,
  })
  const row = list.data?.rows.find(({ image_id }) => image_id === rid)
  const tab = MODALITIES.findIndex(({ key }) => key === source)
  const name = t(`kinds:${source}.images`)
  return (
    <a
      className="visit-sitting"
      href={`#${diagnosisPath({ tab, pid, ...(rid !== null && { image_id: rid }) })}`}
    >
      <span className="visit-picture">
        {row && <img src={row.thumb_url} alt="" loading="lazy" />}
      </span>
      <span className="visit-words">
        <strong>{name}</strong>
        <span className="soft">
          {row && t('archives:images', { count: row.image_count })} {device}
        </span>
        {row && row.status !== 'done' && <StatusTag status={row.status} />}
        {row && <EyeTags eyes={row.eyes} />}
        {list.isError && !row && <span className="soft">{t('overview.noPictures')}</span>}
      </span>
    </a>
  )
}
