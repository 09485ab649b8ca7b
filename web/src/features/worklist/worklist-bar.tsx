import type { WorklistRow } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PATHS } from '../../paths.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { isElsewhere, useKeys } from '../../lib/keys/use-keys.ts'
import { showWarning } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { canSettle, readingPath, settle, walkQuery } from './queries.ts'
import './worklist.css'

/** Above a result that was opened from the worklist: what is left, who has read it, and the way to the next. */
export function WorklistBar({ imageId }: { imageId: string }) {
  const { t } = useTranslation('worklist')
  const navigate = useNavigate()
  const rows = useQuery(walkQuery()).data ?? []
  const at = rows.findIndex(({ image_id }) => image_id === imageId)
  const row = rows[at]
  const step = (by: number) => {
    const next = rows[at + by]
    if (next) void navigate(readingPath(next))
    else showWarning(t(by > 0 ? 'bar.noNext' : 'bar.noPrevious'))
  }
  const back = () => void navigate(PATHS.worklist)
  const mark = (worklistRow: WorklistRow) =>
    void settle(worklistRow).catch((error: unknown) => showFailure(error, t('settleFailed')))
  useKeys((event) => {
    if (isElsewhere(event)) return
    if (event.key === 'j') step(1)
    else if (event.key === 'k') step(-1)
    else if (event.key === 'w') back()
    else if (event.key !== 'y' || !row) return
    else if (canSettle(row)) mark(row)
    else showWarning(t('bar.noSettle'))
    event.preventDefault()
  })
  return (
    <nav className="panel wl-bar" aria-label={t('title')}>
      <Button onClick={back}>{t('bar.back')}</Button>
      {row && (
        <>
          <span>{t('bar.at', { at: at + 1, count: rows.length })}</span>
          <strong className="ellipsis">{row.name}</strong>
          {row.readers.map(({ name, at: when }) => (
            <span key={name + when} className="soft">
              {t('bar.read', { name, when: formatInstant(when) })}
            </span>
          ))}
          {row.settled && (
            <span className="soft">{t('settledBy', { name: row.settled.name })}</span>
          )}
        </>
      )}
      <span className="wl-steps">
        {row && canSettle(row) && (
          <Button onClick={() => mark(row)}>
            {t(row.settled ? 'bar.unsettle' : 'bar.settle')}
          </Button>
        )}
        <Button disabled={at < 1} onClick={() => step(-1)}>
          {t('bar.previous')}
        </Button>
        <Button type="primary" disabled={at + 1 >= rows.length} onClick={() => step(1)}>
          {t('bar.next')}
        </Button>
      </span>
    </nav>
  )
}
