import type { WorklistRow } from '@mingmou/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatDay, formatInstant } from '../../lib/texts/i18n.ts'
import { OfModality } from '../../modalities/use-modality.ts'
import { EyeTags } from '../../ui/findings/eye-tags.tsx'
import { ageOn } from '../../ui/lists/age.ts'
import { canSettle } from './queries.ts'

/** One sitting: its eyes, its patient, what its result asks for and who has opened it. */
export function WorklistItem(props: {
  row: WorklistRow
  current: boolean
  place: (element: HTMLElement | null) => void
  onFocus: () => void
  onOpen: () => void
  onSettle: () => void
}) {
  const { t } = useTranslation('worklist')
  const { row, current, place, onFocus, onOpen, onSettle } = props
  return (
    <li className="wl-item">
      <button
        type="button"
        className="wl-row"
        ref={place}
        tabIndex={current ? 0 : -1}
        data-unread={row.unread}
        onFocus={onFocus}
        onClick={onOpen}
      >
        <span className="wl-thumbs">
          {(isByEye(row) ? (['OD', 'OS'] as const) : [null]).map((eye) => {
            const thumb = row.thumbs.find((thumb) => thumb.eye === eye)
            if (thumb) return <img key={eye} src={thumb.url} alt={eye ?? t('noEye')} />
            return <span key={eye} className="wl-no-thumb" aria-hidden />
          })}
        </span>
        <span className="wl-who">
          <strong className="ellipsis" title={row.name}>
            {row.name}
          </strong>
          <span className="soft">
            {t(`gender.${row.gender}`)} · {t('years', { count: ageOn(row.birthday) })} ·{' '}
            {row.ad_card_number}
          </span>
          {row.origin && (
            <span className="soft ellipsis" title={row.origin.name}>
              {t('from', { name: row.origin.name, day: formatDay(row.origin.at) })}
            </span>
          )}
        </span>
        <span className="wl-what">
          <State row={row} />
          <OfModality value={row.modality}>
            <EyeTags eyes={row.eyes} />
          </OfModality>
        </span>
        <span className="wl-when soft">
          <span>{t(`kinds:${row.modality}.listed`)}</span>
          <span>
            {row.record_date} · {t('images', { count: row.image_count })}
          </span>
          <Readers row={row} />
        </span>
      </button>
      {canSettle(row) && (
        <Button size="small" tabIndex={-1} onClick={onSettle}>
          {t(row.settled ? 'unsettle' : 'settle')}
        </Button>
      )}
    </li>
  )
}

const isByEye = ({ thumbs }: WorklistRow) => thumbs.some(({ eye }) => eye !== null)

/** What the result asks for, or how far its analysis is. */
function State({ row }: { row: WorklistRow }) {
  const { t } = useTranslation('worklist')
  const ended = row.status === 'done' || row.status === 'failed'
  const word = row.status === 'failed' ? 'failed' : row.urgency
  if (!ended || word === null)
    return <span className="wl-urgency">{t(`state.${row.status ?? 'none'}`)}</span>
  return (
    <span className="wl-urgency" data-urgency={row.urgency}>
      {t(`urgency.${word}`)}
    </span>
  )
}

function Readers({ row }: { row: WorklistRow }) {
  const { t } = useTranslation('worklist')
  const { readers, settled } = row
  if (row.reports > 0) return <span>{t('reports', { count: row.reports })}</span>
  if (settled)
    return <span title={formatInstant(settled.at)}>{t('settledBy', { name: settled.name })}</span>
  if (readers.length === 0) return null
  return (
    <span title={readers.map(({ name, at }) => `${name} ${formatInstant(at)}`).join('\n')}>
      {t('openedBy', { names: readers.map(({ name }) => name).join(t('comma')) })}
    </span>
  )
}
