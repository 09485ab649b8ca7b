import { addBatchFile, BATCH, dropBatchFiles, listBatch, type BatchFile } from '@mingmou/contract'
import { Button, Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/api.ts'
import { changed } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useModality } from '../../modalities/use-modality.ts'
import {
  batchQuery,
  fileArrived,
  fileSitting,
  isReady,
  setFiles,
  sittingsOf,
  type Given,
  type Ready,
  type Refused,
} from './batch-filing.ts'
import { FileSender } from '../../lib/file-sender.ts'
import { FilesInput } from '../../ui/files-input.tsx'
import { Field, FieldsForm, type Values } from '../../ui/call-form.tsx'
import { PatientDialog } from './batch-patient.tsx'
import { BatchRow, DayInput } from './batch-row.tsx'
import { useBatchKeys } from './batch-keys.ts'
import { DeviceInput } from './device-input.tsx'
import { keepCapture, lastCapture } from './last-capture.ts'
import { archivesChanged } from './queries.ts'

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
        ...{ type: key, limit: BATCH.files, open: waiting, full: 'batch_count' },
        acknowledge: (upload, { name }, signal) =>
          api(addBatchFile, { modality: key, key: upload, name }, { signal, toldInPlace: true }),
        arrived: fileArrived,
      }),
  )
  useEffect(() => () => sender.stop(), [sender])
  const [form] = Form.useForm<Values>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<readonly string[] | null>(null)
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
  const walk = useBatchKeys(rows, {
    eye: (one, eye) => set(meant(one), { eye }),
    choose,
    patient: (one) => setAsked(meant(one)),
  })
  const file = async () => {
    const capture = await form.validateFields().catch(() => null)
    if (capture !== null) await filing.run(filing.ready, capture)
  }
  return (
    <>
      <div className="panel batch-top">
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
        <section className="panel">
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
            <Button size="small" disabled={picked.length === 0} onClick={() => setAsked(picked)}>
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
            <span className="batch-hint soft">{t('keys')}</span>
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
                onPatient={() => setAsked(meant(row.key))}
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
          count={asked.length}
          onClose={() => setAsked(null)}
          onChoose={(pid) => {
            set(asked, { pid })
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

/** Files that left something to a person come first, and stay there once it is set. */
const leftFirst = (rows: readonly BatchFile[]) => {
  const isLeft = ({ evidence: { patient, eye, record_date, other_kind } }: BatchFile) =>
    other_kind !== null || [patient, eye, record_date].some(({ left }) => left !== null)
  return rows.toSorted((a, b) => Number(isLeft(b)) - Number(isLeft(a)))
}

const without = (all: ReadonlySet<string>, one: string) => [...all].filter((key) => key !== one)

/** Files sitting after sitting. A refused one keeps its reason and stays for another try. */
function useFiling(rows: readonly BatchFile[]) {
  const { key, calls } = useModality()
  const [refused, setRefused] = useState<ReadonlyMap<string, Refused>>(new Map())
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null)
  const running = useRef(false)
  const needsYes = (row: BatchFile) => row.known !== null || refused.get(row.key)?.repeated === true
  const ready = rows.filter(isReady).filter((row) => !needsYes(row) || kept.has(row.key))
  const run = async (files: readonly Ready[], capture: object) => {
    if (running.current) return
    running.current = true
    keepCapture(key, capture as Parameters<typeof keepCapture>[1])
    const sittings = sittingsOf(files)
    setBusy(new Set(files.map((row) => row.key)))
    try {
      for (const [done, sitting] of sittings.entries()) {
        setProgress({ done, count: sittings.length })
        const found = await fileSitting(calls.archive.create, sitting, capture, [...kept])
        const keys = sitting.map((row) => row.key)
        setRefused(
          (before) => new Map([...[...before].filter(([one]) => !keys.includes(one)), ...found]),
        )
        setBusy((before) => new Set([...before].filter((one) => !keys.includes(one))))
      }
    } finally {
      running.current = false
      setBusy(new Set())
      setProgress(null)
    }
    await archivesChanged()
  }
  const keep = (one: string, isKept: boolean) =>
    setKept((before) => new Set(isKept ? [...before, one] : without(before, one)))
  return { ready, refused, kept, busy, progress, run, keep }
}
