import type { Passkey } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'

export function PasskeyTable(props: {
  passkeys: readonly Passkey[]
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}) {
  const { t } = useTranslation('second-factor')
  return (
    <ScrollTable<Passkey>
      size="middle"
      aria-labelledby="my-passkeys"
      rowKey="passkey_id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={props.passkeys}
      columns={[
        { title: t('passkeys.name'), dataIndex: 'name' },
        {
          title: t('passkeys.since'),
          key: 'since',
          render: (_, { created_at }) => formatInstant(created_at),
        },
        {
          title: t('passkeys.used'),
          key: 'used',
          render: (_, { used_at }) =>
            used_at === null ? t('passkeys.never') : formatInstant(used_at),
        },
        {
          title: t('common:account.action'),
          key: 'action',
          fixed: 'end',
          render: (_, row) => (
            <RowActions
              actions={[
                { label: t('passkeys.rename'), onClick: () => props.onRename(row) },
                {
                  label: t('passkeys.remove'),
                  danger: true,
                  onClick: () => props.onRemove(row),
                },
              ]}
            />
          ),
        },
      ]}
    />
  )
}
