import { diagnosticPatients } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../../lib/calls/api.ts'
import { callQuery } from '../../../lib/calls/call-query.ts'
import { queryClient } from '../../../lib/calls/query-client.ts'
import { Failed, Loading, Nothing } from '../../../ui/states/states.tsx'
import { AddPatientDialog } from '../../../ui/add-patient/dialog.tsx'
import { prefilled } from './said.ts'

/** A patient is looked for and chosen for files of a batch, or registered. */
export function PatientDialog(props: {
  /** What each of the files says of its patient. */
  files: Parameters<typeof prefilled>[0]
  /** Registered at once, without a search. */
  add: boolean
  onChoose: (pid: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('batch')
  const [keyword, setKeyword] = useState('')
  const [adding, setAdding] = useState(props.add)
  const wanted = callQuery(diagnosticPatients, { keyword: keyword.trim() })
  const query = useQuery(wanted)
  const found = query.data?.data
  /** The only match of what is typed now: the answer to it is waited for. */
  const takeOnly = async () => {
    const { data } = await queryClient.query(wanted)
    const [only, other] = data
    if (only && !other) props.onChoose(only.pid)
  }
  if (adding)
    return (
      <AddPatientDialog
        initial={prefilled(props.files)}
        onClose={() => (props.add ? props.onClose() : setAdding(false))}
        onAdded={props.onChoose}
        onOpen={props.onChoose}
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
        onPressEnter={() =>
          void takeOnly().catch((error: unknown) => showFailure(error, t('patient.failed')))
        }
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
