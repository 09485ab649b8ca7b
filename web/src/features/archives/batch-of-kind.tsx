import {
  addBatchFile,
  BATCH,
  dropBatchFiles,
  listBatch,
  type BatchFile,
  type Eye,
} from '@mingmou/contract'
import { Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { changed } from '../../lib/calls/call-query.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { batchQuery, fileArrived, setFiles, type Given } from './batch-filing.ts'
import { FileSender } from '../../lib/files/file-sender.ts'
import { FilesInput } from '../../ui/forms/files-input.tsx'
import { Field, FieldsForm, type Values } from '../../ui/forms/call-form.tsx'
import { PatientDialog } from './batch-patient.tsx'
import { BatchRow, DayInput } from './batch-row.tsx'
import { useBatchKeys } from './batch-keys.ts'
import { DeviceInput } from './device-input.tsx'
import { JoinInput } from './join-input.tsx'
import { useFiling, without } from './batch-use-filing.ts'
import { lastCapture } from './last-capture.ts'

const waiting = () =>
  queryClient.getQueryData(batchQuery().queryKey)?.rows.filter(({ filed }) => filed === null)
    .length ?? 0

/** The files of one kind of image: what comes in, how it was taken, the table, and what is filed. */
export function BatchOfKind({ rows: all }: { rows: readonly BatchFile[] }) {
  const rows = leftFirst(all)
  const { t } = useTranslation('batch')
  const { key, view, calls } = useModality()
  const [sender] = useState(
    () =>
      new FileSender({
        type: key,
        full: (listed) => (waiting() + listed < BATCH.files ? null : 'batch_count'),
        acknowledge: (upload, { name }, signal) =>
          api(addBatchFile, { modality: key, key: upload, name }, { signal, toldInPlace: true }),
        arrived: fileArrived,
      }),
  )
  useEffect(() => () => sender.stop(), [sender])
  const [form] = Form.useForm<Values>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<{ keys: readonly string[]; add?: boolean } | null>(null)
  const [said, setSaid] = useState('')
  const filing = useFiling(rows)
  const open = rows.filter(({ filed }) => filed === null)
  const picked = open.filter((row) => chosen.has(row.key)).map((row) => row.key)
  const set = (keys: readonly string[], given: Given) =>
    void setFiles([...keys], given).catch((error: unknown) => showFailure(error, t('set.failed')))
  const drop = (keys: readonly string[]) =>
    void api(dropBatchFiles, { keys: [...keys] })
      .then(() => changed(listBatch))
      .catch((error: unknown) => showFailure(error, t('drop_failed')))
  const choose = (one: string) =>
    setChosen((before) => new Set(before.has(one) ? without(before, one) : [...before, one]))
  /** A row that is among the chosen ones stands for all of them. */
  const meant = (one: string) => (picked.includes(one) ? picked : [one])
  /** A key changes the row that has the focus alone. A selection that was made before it would mislead. */
  const setEye = (one: string, eye: Eye) => {
    set([one], { eye })
    const name = rows.find(({ key: own }) => own === one)?.file_name ?? ''
    const cleared = picked.length > 0 ? t('spoken.cleared', { count: picked.length }) : ''
    setSaid(`${t('spoken.eye', { name, eye })} ${cleared}`)
    setChosen(new Set())
  }
  const confirm = (one: string) => {
    const row = rows.find(({ key: own }) => own === one)
    const [only, other] = row?.suggestions ?? []
    if (!only || other || row?.patient) return false
    set([one], { pid: only.pid })
    return true
  }
  const walk = useBatchKeys(rows, {
    eye: setEye,
    confirm,
    choose,
    patient: (one) => setAsked({ keys: meant(one) }),
  })
  const file = async () => {
    const capture = await form.validateFields().catch(() => null)
    if (capture !== null) await filing.run(filing.ready, capture)
  }
  return (
    <>
      <div className="panel batch-top" data-slim={rows.length > 0}>
        <FilesInput sender={sender} count={BATCH.files} />
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
      {rows.length > 0 && (
        <section className="panel batch-files">
          <div className="batch-bar">
            <Button
              size="small"
              onClick={() =>
                setChosen(new Set(picked.length === open.length ? [] : open.map((row) => row.key)))
              }
            >
              {t(picked.length === open.length ? 'chosen.none' : 'chosen.all')}
            </Button>
            <span>{t('chosen.count', { count: picked.length })}</span>
            <Button
              size="small"
              disabled={picked.length === 0}
              onClick={() => setAsked({ keys: picked })}
            >
              {t('patient.choose')}
            </Button>
            {(['OD', 'OS'] as const).map((eye) => (
              <Button
                key={eye}
                size="small"
                disabled={picked.length === 0}
                onClick={() => set(picked, { eye })}
              >
                {eye}
              </Button>
            ))}
            {picked.length > 0 && (
              <DayInput
                key={picked.join()}
                label={t('chosen.date')}
                value={null}
                onSet={(record_date) => set(picked, { record_date })}
              />
            )}
            <Button size="small" disabled={picked.length === 0} onClick={() => drop(picked)}>
              {t('drop')}
            </Button>
            <span role="status" className="batch-said">
              {said}
            </span>
            <span className="batch-join" title={t('archives:join.hint')}>
              <JoinInput value={filing.join} onChange={filing.setJoin} />
            </span>
            <span role="status">
              {filing.progress
                ? t('progress', filing.progress)
                : t('counts', { ready: filing.ready.length, open: open.length })}
            </span>
            <Button
              type="primary"
              loading={filing.progress !== null}
              disabled={filing.ready.length === 0}
              onClick={() => void file()}
            >
              {t('file', { count: filing.ready.length })}
            </Button>
          </div>
          <ol className="batch-list" aria-label={t('title')}>
            {rows.map((row, index) => (
              <BatchRow
                key={row.key}
                row={row}
                chosen={chosen.has(row.key)}
                current={index === walk.at}
                filing={filing.busy.has(row.key)}
                refused={filing.refused.get(row.key)}
                kept={filing.kept.has(row.key)}
                place={(element) => walk.items.current.set(index, element)}
                onFocus={() => walk.go(index)}
                onChoose={() => choose(row.key)}
                onSet={(given) => set([row.key], given)}
                onPatient={() => setAsked({ keys: meant(row.key) })}
                onAdd={() => setAsked({ keys: meant(row.key), add: true })}
                onKeep={(kept) => filing.keep(row.key, kept)}
                onDrop={() => drop([row.key])}
              />
            ))}
          </ol>
          <p className="soft batch-note">{t('note', { hours: BATCH.hours })}</p>
        </section>
      )}
      {asked && (
        <PatientDialog
          files={rows.filter((row) => asked.keys.includes(row.key))}
          add={asked.add ?? false}
          onClose={() => setAsked(null)}
          onChoose={(pid) => {
            set(asked.keys, { pid })
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
