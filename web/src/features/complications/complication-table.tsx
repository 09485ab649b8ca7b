import { Complication, deleteComplication } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { Recorded } from '../../ui/lists/cells.tsx'
import { useConfirmDelete } from '../../ui/dialogs/confirm-delete.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Nothing } from '../../ui/states/states.tsx'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'
import { complicationsChanged } from './queries.ts'
import { FIELDS, readValue } from './fields.ts'

export function ComplicationTable(props: {
  rows: Complication[]
  onEdit: (row: Complication) => void
}) {
  const { t } = useTranslation('complications')
  const confirmDelete = useConfirmDelete()
  const remove = (row: Complication) =>
    confirmDelete('complications:delete', row.disease_type, {
      call: deleteComplication,
      id: { row_id: row.row_id },
      record: row,
      schema: Complication,
      differences: (now) =>
        FIELDS.map((name) => ({
          label: t(`field.${name}`),
          mine: readValue(name, row[name]),
          stored: readValue(name, now[name]),
        })),
      onChanged: complicationsChanged,
    })
  const text = (name: (typeof FIELDS)[number], value: string | null) => (
    <span className="long-text">
      <Recorded text={value && readValue(name, value)} />
    </span>
  )
  // An empty table that scrolls would be out of reach of the keys.
  if (props.rows.length === 0)
    return (
      <div className="panel">
        <Nothing hint={t('empty')} />
      </div>
    )
  return (
    <div className="panel list">
      <ScrollTable<Complication>
        aria-label={t('title')}
        size="middle"
        rowKey="row_id"
        dataSource={props.rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          ...FIELDS.map((name) => ({
            title: t(`field.${name}`),
            key: name,
            className: `complication-${name}`,
            render: (_: unknown, row: Complication) =>
              name === 'end_date' && row.end_date === null ? t('goesOn') : text(name, row[name]),
          })),
          {
            title: t('field.action'),
            key: 'action',
            fixed: 'end' as const,
            render: (_: unknown, row: Complication) => (
              <RowActions
                actions={[
                  { label: t('common:action.edit'), onClick: () => props.onEdit(row) },
                  { label: t('common:action.delete'), danger: true, onClick: () => remove(row) },
                ]}
              />
            ),
          },
        ]}
      />
    </div>
  )
}
