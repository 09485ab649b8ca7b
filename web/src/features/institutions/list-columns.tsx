import {
  ACCOUNT_STATUS,
  adminActivateInstitution,
  adminBanInstitution,
  adminDeleteInstitution,
  type Institution,
} from '@mingmou/contract'
import type { TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { institutionAccountsPath } from '../../paths.ts'
import { formatDay } from '../../lib/texts/i18n.ts'
import { useAreaText } from '../../ui/forms/areas.tsx'
import { StatusTag } from '../../ui/lists/cells.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { institutionColumns } from './institution-columns.tsx'
import { institutionsChanged, type InstitutionPage } from './queries.ts'

export type RowDialog = 'detail' | 'edit' | 'limit' | 'quota'

export function useListColumns(
  open: (dialog: RowDialog, institution: Institution) => void,
): (page: InstitutionPage | undefined) => TableColumnsType<Institution> {
  const { t } = useTranslation('institutions')
  const navigate = useNavigate()
  const confirm = useConfirm()
  const areaText = useAreaText()
  const actions = (institution: Institution) => {
    const { oid, name, status } = institution
    const banned = status === ACCOUNT_STATUS.banned
    return (
      <RowActions
        actions={[
          { label: t('common:action.detail'), onClick: () => open('detail', institution) },
          { label: t('common:action.edit'), onClick: () => open('edit', institution) },
          {
            label: t('list.accounts'),
            onClick: () => void navigate(institutionAccountsPath(oid)),
          },
          { label: t('limit.title'), onClick: () => open('limit', institution) },
          { label: t('quota.title'), onClick: () => open('quota', institution) },
          banned
            ? {
                label: t('common:action.enable'),
                onClick: () =>
                  confirm(
                    'enable.institution',
                    'plain',
                    name,
                    adminActivateInstitution,
                    { oid },
                    institutionsChanged,
                  ),
              }
            : {
                label: t('common:action.disable'),
                danger: true,
                onClick: () =>
                  confirm(
                    'disable.institution',
                    'danger',
                    name,
                    adminBanInstitution,
                    { oid },
                    institutionsChanged,
                  ),
              },
          {
            label: t('common:action.delete'),
            danger: true,
            onClick: () =>
              confirm(
                'delete.institution',
                'by-name',
                name,
                adminDeleteInstitution,
                { oid, name },
                institutionsChanged,
              ),
          },
        ]}
      />
    )
  }
  return (page) => [
    ...institutionColumns(t, areaText),
    { title: t('field.account_limit'), dataIndex: 'account_limit', align: 'end' },
    {
      title: t('field.status'),
      key: 'status',
      render: (_, { status }) => <StatusTag status={status} map={page?.org_status_map} />,
    },
    {
      title: t('field.join_time'),
      key: 'join_time',
      render: (_, { join_time }) => formatDay(join_time),
    },
    {
      title: t('field.action'),
      key: 'action',
      fixed: 'end',
      render: (_, institution) => actions(institution),
    },
  ]
}
