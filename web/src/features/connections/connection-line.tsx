import type { Connection, ConnectionKind } from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { isPast } from '../../lib/texts/instants.ts'
import { PATHS } from '../../paths.ts'

const PAGES = {
  device: PATHS.devices,
  destination: PATHS.destinations,
  client: PATHS.clients,
  webhook: PATHS.clients,
  hl7: PATHS.hl7,
} as const satisfies Record<ConnectionKind, string>

const COLOR = {
  failing: 'error',
  attention: 'warning',
  off: 'default',
  quiet: 'default',
  well: 'success',
} as const

export function ConnectionLine(row: Connection) {
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
