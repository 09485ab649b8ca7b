import type { Connection, ConnectionKind } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { isPast } from '../../lib/texts/instants.ts'
import { PATHS } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { connectionsQuery } from './queries.ts'
import './connections.css'

const PAGES = {
  device: PATHS.devices,
  destination: PATHS.destinations,
  client: PATHS.clients,
  webhook: PATHS.clients,
  hl7: PATHS.hl7,
} as const satisfies Record<ConnectionKind, string>

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
              <Line key={row.id} {...row} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

const COLOR = {
  failing: 'error',
  attention: 'warning',
  off: 'default',
  quiet: 'default',
  well: 'success',
} as const

function Line(row: Connection) {
  const { t } = useTranslation('connections')
  const { kind, name, state, last_at, task, certificate_until } = row
  return (
    <li className="connections-line">
      <div>
        <h2>{name}</h2>
        <p className="soft">{t(`kind.${kind}`)}</p>
      </div>
      <div>
        <p>
          <Tag color={COLOR[state]}>{t(`state.${state}`)}</Tag>
          {last_at === null
            ? t(`never.${kind}`)
            : t(`last.${kind}`, { at: formatInstant(last_at) })}
        </p>
        <Counts {...row} />
      </div>
      <div>
        <Fault {...row} />
        <Certificate until={certificate_until} />
        {task !== null && <p>{t(`task.${task}`)}</p>}
        <p>
          {task === 'device_file' ? (
            <Link to={PATHS.received}>{t('open.device_file')}</Link>
          ) : (
            <Link to={PAGES[kind]}>{t(`open.${kind}`)}</Link>
          )}
        </p>
      </div>
    </li>
  )
}

function Counts({ kind, waiting, failed }: Connection) {
  const { t } = useTranslation('connections')
  return (
    <>
      {waiting > 0 && (
        <p>
          {t(`waiting.${kind === 'device' || kind === 'hl7' ? kind : 'other'}`, { n: waiting })}
        </p>
      )}
      {failed > 0 && <p className="connections-fault">{t('gave_up', { n: failed })}</p>}
    </>
  )
}

function Certificate({ until }: { until: string | null }) {
  const { t } = useTranslation('connections')
  if (until === null) return null
  return (
    <p className="connections-fault">
      {t(isPast(until) ? 'certificate.over' : 'certificate.soon', { at: formatInstant(until) })}
    </p>
  )
}

function Fault({ fault, device_fault, hl7_fault, failing_since }: Connection) {
  const { t } = useTranslation(['connections', 'devices', 'hl7'])
  const said =
    fault ??
    (device_fault && t(`devices:faults.${device_fault}`)) ??
    (hl7_fault && t(`hl7:faults.${hl7_fault}`))
  if (said === null) return null
  return (
    <p className="connections-fault">
      {said}
      {failing_since !== null && ` · ${t('since', { at: formatInstant(failing_since) })}`}
    </p>
  )
}
