import {
  addComplication,
  Complication,
  DEFAULT_ORDER,
  deleteComplication,
  setComplication,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/call-form.tsx'
import { formatPeriod } from '../../lib/texts/period.ts'
import { Recorded } from '../../ui/lists/cells.tsx'
import { useConfirmDelete } from '../../ui/dialogs/confirm-delete.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { VersionedDialog } from '../../ui/dialogs/versioned-dialog.tsx'
import { ScrollTable } from '../../ui/lists/scroll-table.tsx'
import { complicationsChanged, complicationsQuery, type Order } from './queries.ts'
import './complications.css'

const FIELDS = ['disease_type', 'start_date', 'end_date', 'treat_plan'] as const

/** A value as it is read: a year or a month is no day that was cut off. */
const read = (name: string, value: string | null) =>
  name.endsWith('_date') && value ? formatPeriod(value) : (value ?? '')

/** Complications of diabetes and their treatment. */
export function PatientComplications({ pid }: { pid: string }) {
  const { t } = useTranslation('complications')
  const [order, setOrder] = useState<Order>(DEFAULT_ORDER)
  const query = useQuery(complicationsQuery(pid, order))
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Complication | null>(null)
  const { data } = query
  const add = (
    <Button type="primary" onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <div className="complications-head">
        <Segmented<Order>
          value={order}
          onChange={setOrder}
          options={(['1', '2'] as const).map((value) => ({ value, label: t(`order.${value}`) }))}
        />
        {add}
      </div>
      {query.isError && !data && <Failed title={t('failed')} query={query} />}
      {!query.isError && !data && <Loading />}
      {data && <Rows rows={data.rows} onEdit={setEdited} />}
      {adding && <AddDialog pid={pid} onClose={() => setAdding(false)} />}
      {edited && <EditDialog record={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Rows(props: { rows: Complication[]; onEdit: (row: Complication) => void }) {
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
          mine: read(name, row[name]),
          stored: read(name, now[name]),
        })),
      onChanged: complicationsChanged,
    })
  const text = (name: (typeof FIELDS)[number], value: string | null) => (
    <span className="long-text">
      <Recorded text={value && read(name, value)} />
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

function AddDialog({ pid, onClose }: { pid: string; onClose: () => void }) {
  const { t } = useTranslation('complications')
  return (
    <CallDialog
      title={t('add')}
      call={addComplication}
      fixed={{ pid }}
      fallback={t('addFailed')}
      onClose={onClose}
      done={t('added')}
      onDone={complicationsChanged}
    >
      <Fields />
    </CallDialog>
  )
}

function EditDialog({ record, onClose }: { record: Complication; onClose: () => void }) {
  const { t } = useTranslation('complications')
  return (
    <VersionedDialog
      title={t('edit')}
      call={setComplication}
      id={{ row_id: record.row_id }}
      record={record}
      schema={Complication}
      labels={Object.fromEntries(FIELDS.map((name) => [name, t(`field.${name}`)]))}
      shown={(name, value) => read(name, typeof value === 'string' ? value : null)}
      done={t('saved')}
      fallback={t('saveFailed')}
      onDone={complicationsChanged}
      onClose={onClose}
    >
      <Fields />
    </VersionedDialog>
  )
}

function Fields() {
  const { t } = useTranslation('complications')
  return (
    <>
      <Field name="disease_type" label={t('field.disease_type')}>
        <Input autoFocus placeholder={t('hint.disease_type')} />
      </Field>
      <Field name="start_date" label={t('field.start_date')}>
        <DateInput partial />
      </Field>
      <Field name="end_date" label={t('field.end_date')} hint={t('hint.end_date')}>
        <DateInput partial />
      </Field>
      <Field name="treat_plan" label={t('field.treat_plan')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </>
  )
}
