import { BATCH, type BatchFile } from '@mingmou/contract'
import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../../lib/calls/api.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FieldsForm } from '../../../ui/forms/fields-form.tsx'
import type { Values } from '../../../ui/forms/call-values.ts'
import { FilesInput } from '../../../ui/forms/files-input.tsx'
import { BatchBar } from './bar.tsx'
import { PatientDialog } from './patient.tsx'
import { BatchRow } from './row.tsx'
import { useFiling } from './use-filing.ts'
import { BatchTableSaid } from './table-said.tsx'
import { BatchTables } from './tables.ts'
import { useSelection } from './use-selection.ts'
import { DeviceInput } from '../../../ui/forms/device-input.tsx'
import { lastCapture } from '../last-capture.ts'
import { useSender } from './use-sender.ts'

/** The files of one kind of image: what comes in, how it was taken, the table, and what is filed. */
export function BatchOfKind({ rows: all }: { rows: readonly BatchFile[] }) {
  const rows = leftFirst(all)
  const { t } = useTranslation('batch')
  const { key, view, calls } = useModality()
  const [tables] = useState(() => new BatchTables())
  const sender = useSender(tables)
  const tell = (what: 'packed' | 'failed', name: string, error: unknown) =>
    showFailure(error, t(`table.${what}`, { name }))
  const [form] = Form.useForm<Values>()
  const [asked, setAsked] = useState<{ keys: readonly string[]; add?: boolean } | null>(null)
  const filing = useFiling(rows)
  const selection = useSelection(rows, (keys) => setAsked({ keys }))
  const { walk, meant } = selection
  const file = async () => {
    const capture = await form.validateFields().catch(() => null)
    if (capture !== null) await filing.run(filing.ready, capture)
  }
  return (
    <>
      <div className="panel batch-top" data-slim={rows.length > 0}>
        <FilesInput
          sender={sender}
          count={BATCH.files}
          hint={t('table.hint')}
          add={async (files) => sender.add(await tables.take(files, tell))}
        />
        <FieldsForm
          call={calls.archive.create}
          form={form}
          initial={lastCapture(key)}
          className="batch-capture"
        >
          <Field name="collect_device" label={t('archives:field.collect_device')}>
            <DeviceInput />
          </Field>
          <view.archive.Fields />
        </FieldsForm>
      </div>
      <BatchTableSaid tables={tables} />
      {rows.length > 0 && (
        <section className="panel batch-files">
          <BatchBar
            selection={selection}
            filing={filing}
            onPatient={() => setAsked({ keys: selection.picked })}
            onFile={() => void file()}
          />
          <ol className="batch-list" aria-label={t('title')}>
            {rows.map((row, index) => (
              <BatchRow
                key={row.key}
                row={row}
                chosen={selection.chosen.has(row.key)}
                filing={filing.busy.has(row.key)}
                refused={filing.refused.get(row.key)}
                kept={filing.kept.has(row.key)}
                {...walk.of(row, index)}
                onChoose={() => selection.choose(row.key)}
                onSet={(given) => selection.set([row.key], given)}
                onPatient={() => setAsked({ keys: meant(row.key) })}
                onAdd={() => setAsked({ keys: meant(row.key), add: true })}
                onKeep={(kept) => filing.keep(row.key, kept)}
                onDrop={() => selection.drop([row.key])}
              />
            ))}
          </ol>
          <p className="soft batch-note">{t('note', { hours: BATCH.hours })}</p>
        </section>
      )}
      {asked && (
        <PatientDialog
          files={rows
            .filter((row) => asked.keys.includes(row.key))
            .map(({ evidence }) => evidence.said)}
          add={asked.add ?? false}
          onClose={() => setAsked(null)}
          onChoose={(pid) => {
            selection.set(asked.keys, { pid })
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

/** Files that left something to a person come first, and stay there once it is set. Those that are filed come last. */
const leftFirst = (rows: readonly BatchFile[]) => {
  const isLeft = ({ evidence: { patient, eye, record_date, other_kind } }: BatchFile) =>
    other_kind !== null || [patient, eye, record_date].some(({ left }) => left !== null)
  const placeOf = (row: BatchFile) => (row.filed !== null ? 2 : isLeft(row) ? 0 : 1)
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}
