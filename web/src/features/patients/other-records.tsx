import { diagnosticPatients, type Patient } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/calls/call-query.ts'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'

export function OtherRecords(props: {
  patient: Patient
  chosen: string | null
  choose: (pid: string) => void
}) {
  const { t } = useTranslation('patients')
  const [keyword, setKeyword] = useState(props.patient.name)
  const query = useQuery(callQuery(diagnosticPatients, { keyword: keyword.trim() }))
  const found = query.data?.data.filter(({ pid }) => pid !== props.patient.pid)
  return (
    <>
      <Input.Search
        value={keyword}
        maxLength={64}
        aria-label={t('merge.search')}
        placeholder={t('merge.search')}
        onChange={({ target }) => setKeyword(target.value)}
      />
      {query.isPending && <Loading />}
      {query.isError && <Failed title={t('merge.failed')} query={query} />}
      {found?.length === 0 && <Nothing hint={t('merge.none')} />}
      {found && found.length > 0 && (
        <Radio.Group
          className="merge-found"
          aria-label={t('merge.choose')}
          value={props.chosen}
          onChange={({ target }) => props.choose(target.value as string)}
          options={found.map(({ pid, name, gender, birthday, ad_card_number }) => ({
            value: pid,
            label: `${name} · ${t(`gender.${gender}`)} · ${birthday} · ${ad_card_number}`,
          }))}
        />
      )}
    </>
  )
}
