import {
  VALIDATION_QUESTIONS,
  VALIDATION_SHOWN,
  validationSay,
  type ValidationQuestion,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { casesQuery } from './queries.ts'
import { CaseRows } from './case-rows.tsx'

const PAGE = 20
const MOST = 100

/** Cases of a study by what reader and machine say, each with a way to its photograph. */
export function Cases({ validation_id }: { validation_id: string }) {
  const { t } = useTranslation('validations')
  const [question, setQuestion] = useState<ValidationQuestion>('stage')
  const [only, setOnly] = useState<(typeof VALIDATION_SHOWN)[number]>('differ')
  const [after, setAfter] = useState(0)
  const [size, setSize] = useState(PAGE)
  const query = useQuery(casesQuery({ validation_id, question, only, after, size }))
  const say = validationSay(language())
  const begin = () => {
    setAfter(0)
    setSize(PAGE)
  }
  const { data } = query
  const next = data?.next ?? null
  return (
    <section className="panel validation-part" aria-label={t('cases.title')}>
      <h2>{t('cases.title')}</h2>
      <div className="validation-form">
        <Select
          aria-label={t('cases.question')}
          value={question}
          onChange={(value) => {
            setQuestion(value)
            begin()
          }}
          popupMatchSelectWidth={false}
          options={VALIDATION_QUESTIONS.map((value) => ({
            value,
            label: say(`question.${value}`),
          }))}
        />
        <Segmented
          aria-label={t('cases.only')}
          value={only}
          onChange={(value) => {
            setOnly(value)
            begin()
          }}
          options={VALIDATION_SHOWN.map((value) => ({ value, label: t(`cases.${value}`) }))}
        />
        {data && <span role="status">{t('cases.count', { count: data.count })}</span>}
      </div>
      {query.isError && <Failed title={t('cases.loadFailed')} query={query} />}
      {!data && !query.isError && <Loading />}
      {data?.rows.length === 0 && <Nothing hint={t('cases.none')} />}
      {data && data.rows.length > 0 && <CaseRows rows={data.rows} question={question} />}
      {next !== null && (
        <Button
          onClick={() => {
            if (size < MOST) setSize(MOST)
            else setAfter(next)
          }}
        >
          {t('cases.more')}
        </Button>
      )}
    </section>
  )
}
