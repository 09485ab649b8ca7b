import { diagnosticPatients } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/call-query.ts'
import { Failed, Loading, Nothing } from '../../ui/states.tsx'

/** A patient is looked for and chosen for files of a batch. */
export function PatientDialog(props: {
  count: number
  onChoose: (pid: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('batch')
  const [keyword, setKeyword] = useState('')
  const query = useQuery(callQuery(diagnosticPatients, { keyword: keyword.trim() }))
  const found = query.data?.data
  return (
    <Modal
      open
      centered
      title={t('patient.title', { count: props.count })}
      footer={null}
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
      />
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
