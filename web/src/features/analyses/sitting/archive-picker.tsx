import type { DataOf, AnalysisCalls } from '@mingmou/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { comparisonPath, patientDetailPath } from '../../../paths.ts'
import { EyeTags } from '../../../ui/findings/eye-tags.tsx'
import { StatusTag } from '../../../ui/findings/status-tag.tsx'
import { Failed, Loading, Nothing } from '../../../ui/states/states.tsx'
import type { Workspace } from '../use-workspace.ts'
import { COMPARE_ID } from '../workspace-keys.ts'

export type ArchiveRow = DataOf<AnalysisCalls['list']>['rows'][number]

interface Props {
  workspace: Workspace
  archives: UseQueryResult<DataOf<AnalysisCalls['list']>>
  chosen: ArchiveRow | undefined
  /** The present state of the chosen archive's analysis. The list is older. */
  status: ArchiveRow['status']
  upload: ReactNode
}

/** The sittings of the chosen patient, newest first, each with the state of its analysis. */
export function ArchivePicker({ workspace, archives, chosen, status, upload }: Props) {
  const { t } = useTranslation('analyses')
  if (workspace.pid === '') return null
  return (
    <section className="dx-block dx-archives" aria-label={t('archives.title')}>
      <header>
        <h2>{t('archives.title')}</h2>
        {!archives.isError && upload}
      </header>
      {chosen && chosen !== archives.data?.rows.at(-1) && (
        <p className="dx-compare">
          <Link
            id={COMPARE_ID}
            title={`${t('compare')} (c)`}
            to={comparisonPath({
              tab: workspace.modality.tab,
              pid: workspace.pid,
              after: chosen.image_id,
            })}
          >
            {t('compare')}
          </Link>
        </p>
      )}
      {archives.isPending && <Loading />}
      {archives.isError && <Failed title={t('archives.failed')} query={archives} />}
      {archives.data?.rows.length === 0 && (
        <Nothing hint={t('archives.none')}>
          <Link to={patientDetailPath(workspace.pid)}>{t('archives.record')}</Link>
        </Nothing>
      )}
      {archives.data && (
        <ul className="dx-list">
          {archives.data.rows.map((row) => (
            <li key={row.image_id}>
              <button
                type="button"
                className="dx-archive"
                aria-current={row.image_id === chosen?.image_id}
                onClick={() => workspace.openArchive(row.image_id)}
              >
                <img src={row.thumb_url} alt="" loading="lazy" />
                <strong>{row.record_date}</strong>
                <span>
                  {t('archives.images', { count: row.image_count })} · {row.collect_device}
                </span>
                <span className="dx-state">
                  <StatusTag
                    status={row.image_id === chosen?.image_id ? (status ?? row.status) : row.status}
                  />
                  <EyeTags eyes={row.eyes} />
                  {row.reports.length > 0 && (
                    <small>{t('archives.reports', { count: row.reports.length })}</small>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
