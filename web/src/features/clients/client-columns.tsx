import type { ApiClient } from '@mingmou/contract'
import { Tag, Typography, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Clip } from '../../ui/lists/cells.tsx'
import { type ClientDialog, ClientActions } from './client-actions.tsx'

const COLOR = {
  active: 'success',
  expired: 'warning',
  no_secret: 'warning',
  revoked: 'default',
} as const

export function useClientColumns(
  open: (dialog: ClientDialog) => void,
): TableColumnsType<ApiClient> {
  const { t } = useTranslation('clients')
  return [
    {
      title: t('field.name'),
      key: 'name',
      render: (_, { name, login }) => (
        <span className="clients-two">
          <Clip text={name} />
          <small>
            <Typography.Text copyable={{ text: login }} className="soft">
              {login.slice(0, 8)}…
            </Typography.Text>
          </small>
        </span>
      ),
    },
    {
      title: t('field.scopes'),
      key: 'scopes',
      render: (_, { scopes }) => (
        <span className="clients-scopes">
          {scopes.map((scope) => (
            <Tag key={scope}>{t(`scope.${scope.replace(':', '_')}`)}</Tag>
          ))}
        </span>
      ),
    },
    {
      title: t('field.networks'),
      key: 'networks',
      render: (_, { networks }) => (networks.length === 0 ? t('anywhere') : networks.join(', ')),
    },
    {
      title: t('field.state'),
      key: 'state',
      render: (_, row) => <State {...row} />,
    },
    {
      title: t('field.last_used_at'),
      key: 'last_used_at',
      render: (_, { last_used_at, calls }) => (
        <span className="clients-two">
          {last_used_at === null ? t('never') : formatInstant(last_used_at)}
          <small>{t('calls', { n: calls })}</small>
        </span>
      ),
    },
    {
      title: t('action'),
      key: 'action',
      fixed: 'end',
      render: (_, client) => <ClientActions client={client} open={open} />,
    },
  ]
}

/** Whether it may call, and until when what holds. */
function State({ state, expires_on, overlap_until, public_key }: ApiClient) {
  const { t } = useTranslation('clients')
  return (
    <span className="clients-two">
      <Tag color={COLOR[state]}>{t(`state.${state}`)}</Tag>
      {expires_on !== null && state !== 'revoked' && (
        <small>{t('until', { day: expires_on })}</small>
      )}
      {overlap_until !== null && (
        <small>{t('overlap', { until: formatInstant(overlap_until) })}</small>
      )}
      {public_key !== null && <small>{t('byKey')}</small>}
    </span>
  )
}
