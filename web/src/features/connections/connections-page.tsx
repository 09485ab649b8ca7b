import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { isPast } from '../../lib/texts/instants.ts'
import { PATHS } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { connectionsQuery } from './queries.ts'
import { ConnectionLine } from './connection-line.tsx'
import './connections.css'

/** Everything that the institution is connected with, and what is to be done about it. */
export function Component() {
  const { t } = useTranslation('connections')
  const query = useQuery(connectionsQuery())
  if (!query.data) return query.isError ? <Failed title={t('failed')} query={query} /> : <Loading />
  const { rows, certificates } = query.data
  return (
    <>
      <PageTitle title={t('title')} />
      <div className="panel">
        <p className="soft connections-lead">{t('lead')}</p>
        {certificates.map(({ of, until }) => (
          <Alert
            key={of}
            type="warning"
            showIcon
            className="connections-own"
            title={t(`own.${of}.${isPast(until) ? 'over' : 'soon'}`, { at: formatInstant(until) })}
          />
        ))}
        {rows.length === 0 ? (
          <Nothing hint={t('empty')}>
            <Link to={PATHS.devices}>{t('open.device')}</Link>
          </Nothing>
        ) : (
          <ul className="connections-list" aria-label={t('title')}>
            {rows.map((row) => (
              <ConnectionLine key={row.id} {...row} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
