import { type AuditEntry, type DataOf, DELETE_REASONS, type listAudit } from '@mingmou/contract'
import { Tag, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatSecond } from '../../lib/texts/i18n.ts'
import { Clip } from '../../ui/lists/cells.tsx'

const COLOURS = { success: 'success', refused: 'warning', failed: 'error' } as const

export function useAuditColumns(): (
  page: DataOf<typeof listAudit> | undefined,
) => TableColumnsType<AuditEntry> {
  const { t } = useTranslation(['audit', 'common'])
  return (page) => [
    { title: t('field.at'), key: 'at', render: (_, { at }) => formatSecond(at) },
    {
      title: t('field.person'),
      key: 'person',
      render: (_, { name, username, role }) => (
        <span className="two-lines">
          <Clip text={name ?? (role === null ? t('visitor') : (page?.role_map[role] ?? role))} />
          {username !== null && (
            <small className="soft">
              <Clip text={username} />
            </small>
          )}
        </span>
      ),
    },
    { title: t('field.ip'), dataIndex: 'ip' },
    {
      title: t('field.action'),
      key: 'action',
      render: (_, { action, imported, detail }) => (
        <>
          {page?.action_map[action] ?? action}
          {DELETE_REASONS.map(
            (reason) =>
              detail['reason'] === reason && (
                <small key={reason} className="soft">
                  {' '}
                  {t(`common:deleteReason.${reason}`)}
                </small>
              ),
          )}
          {detail['account_changed'] !== undefined && (
            <small className="soft"> {t('accountChanged')}</small>
          )}{' '}
          {imported && <Tag>{t('imported')}</Tag>}
        </>
      ),
    },
    {
      title: t('field.target'),
      key: 'target',
      render: (_, { patient_name, target_name }) => (
        <Clip text={patient_name ?? target_name ?? ''} width="2.4rem" />
      ),
    },
    {
      title: t('field.outcome'),
      key: 'outcome',
      render: (_, { outcome }) => (
        <Tag color={COLOURS[outcome]}>{page?.outcome_map[outcome] ?? outcome}</Tag>
      ),
    },
  ]
}
