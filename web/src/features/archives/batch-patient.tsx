import {
  CardNumber,
  diagnosticPatients,
  PastDate,
  PersonName,
  type BatchFile,
} from '@mingmou/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/call-query.ts'
import { Failed, Loading, Nothing } from '../../ui/states.tsx'
import { AddPatientDialog } from '../patients/patient-dialogs.tsx'

/** A patient is looked for and chosen for files of a batch, or registered. */
export function PatientDialog(props: {
  files: readonly BatchFile[]
  onChoose: (pid: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('batch')
  const [keyword, setKeyword] = useState('')
  const [adding, setAdding] = useState(false)
  const query = useQuery({
    ...callQuery(diagnosticPatients, { keyword: keyword.trim() }),
    placeholderData: keepPreviousData,
  })
  const found = query.data?.data
  /** The only match of what is typed, not of what was typed before. */
  const only = query.isPlaceholderData || found?.length !== 1 ? undefined : found[0]
  if (adding)
    return (
      <AddPatientDialog
        initial={prefilled(props.files)}
        onClose={() => setAdding(false)}
        onAdded={props.onChoose}
      />
    )
  return (
    <Modal
      open
      centered
      title={t('patient.title', { count: props.files.length })}
      footer={<Button onClick={() => setAdding(true)}>{t('patient.add')}</Button>}
      closable={{ 'aria-label': t('common:action.close') }}
      onCancel={props.onClose}
    >
      <Input.Search
        autoFocus
        value={keyword}
        maxLength={64}
        aria-label={t('patient.search')}
        placeholder={t('patient.search')}
        onChange={({ target }) => setKeyword(target.value)}
        onPressEnter={() => only && props.onChoose(only.pid)}
      />
      <p className="soft">{t('patient.enter')}</p>
      {query.isPending && <Loading />}
      {query.isError && <Failed title={t('patient.failed')} query={query} />}
      {found?.length === 0 && <Nothing hint={t('patient.none')} />}
      <ul className="batch-found">
        {found?.map(({ pid, name, gender, birthday, ad_card_number }) => (
          <li key={pid}>
            <Button block type="text" onClick={() => props.onChoose(pid)}>
              {name} · {t(`gender.${gender}`)} · {birthday} · {ad_card_number}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** What all of the files say alike of their patient, as far as a record may hold it. */
function prefilled(files: readonly BatchFile[]) {
  const said = (part: 'number' | 'name' | 'birthday') => {
    const [value = '', ...others] = new Set(files.map(({ evidence }) => evidence.said[part]))
    return others.length > 0 ? '' : value
  }
  return {
    name: PersonName.safeParse(said('name')).data,
    ad_card_number: CardNumber.safeParse(said('number')).data,
    birthday: PastDate.safeParse(said('birthday')).data,
  }
}
