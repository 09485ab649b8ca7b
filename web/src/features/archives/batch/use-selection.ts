import { dropBatchFiles, type BatchFile, type Eye } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../../lib/calls/api.ts'
import { batchChanged, setFiles, type Given } from './filing.ts'
import { useBatchKeys } from './keys.ts'
import { without } from './use-filing.ts'

/** What a key did, kept as values: the language may change while it is shown. */
interface Spoken {
  name: string
  eye: Eye
  /** How many chosen rows are chosen no more. */
  cleared: number
}

/** The chosen rows, and what is set of rows by buttons and keys. */
export function useSelection(
  rows: readonly BatchFile[],
  onPatient: (keys: readonly string[]) => void,
) {
  const { t } = useTranslation('batch')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [spoken, setSpoken] = useState<Spoken | null>(null)
  const open = rows.filter(({ filed }) => filed === null).map(({ key }) => key)
  const picked = open.filter((key) => chosen.has(key))

  const set = (keys: readonly string[], given: Given) =>
    void setFiles([...keys], given).catch((error: unknown) => showFailure(error, t('set.failed')))
  const drop = (keys: readonly string[]) =>
    void api(dropBatchFiles, { keys: [...keys] })
      .then(batchChanged)
      .catch((error: unknown) => showFailure(error, t('drop_failed')))
  const choose = (rowKey: string) =>
    setChosen(
      (before) => new Set(before.has(rowKey) ? without(before, rowKey) : [...before, rowKey]),
    )
  const chooseAll = () => setChosen(new Set(picked.length === open.length ? [] : open))
  /** A row that is among the chosen ones stands for all of them. */
  const meant = (rowKey: string) => (picked.includes(rowKey) ? picked : [rowKey])
  /** A key changes the row that has the focus alone. A selection that was made before it would mislead. */
  const setEye = (rowKey: string, eye: Eye) => {
    set([rowKey], { eye })
    const name = rows.find(({ key }) => key === rowKey)?.file_name ?? ''
    setSpoken({ name, eye, cleared: picked.length })
    setChosen(new Set())
  }
  const confirm = (rowKey: string) => {
    const row = rows.find(({ key }) => key === rowKey)
    const [only, other] = row?.suggestions ?? []
    if (!only || other || row?.patient) return false
    set([rowKey], { pid: only.pid })
    return true
  }
  const walk = useBatchKeys(rows, {
    eye: setEye,
    confirm,
    choose,
    patient: (rowKey) => onPatient(meant(rowKey)),
  })
  const said = spoken
    ? `${t('spoken.eye', { ...spoken })} ${spoken.cleared > 0 ? t('spoken.cleared', { count: spoken.cleared }) : ''}`
    : ''
  return { open, picked, chosen, said, set, drop, choose, chooseAll, meant, walk }
}
