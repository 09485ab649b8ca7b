import {
  VALIDATION_QUESTIONS,
  VALIDATION_SHOWN,
  validationSay,
  type DataOf,
  type listValidationRows,
  type ValidationAnswer,
  type ValidationQuestion,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { diagnosisPath } from '../../paths.ts'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { casesQuery } from './queries.ts'
import { Table } from './table.tsx'

type Case = DataOf<typeof listValidationRows>['rows'][number]
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
      {data && data.rows.length > 0 && <Rows rows={data.rows} question={question} />}
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

function Rows({ rows, question }: { rows: readonly Case[]; question: ValidationQuestion }) {
  const { t } = useTranslation('validations')
  const told = (answer: ValidationAnswer | null, none: string) => {
    const value = answer?.[question] ?? null
    if (value === null) return none
    if (typeof value === 'number') return t('cases.stage', { n: value })
    return value ? t('cases.yes') : t('cases.no')
  }
  return (
    <Table
      name={t('cases.title')}
      columns={['patient', 'eye', 'reader', 'machine', 'device'].map((name) => t(`cases.${name}`))}
      rows={rows.map((row) => ({
        label: String(row.place),
        cells: [
          <Where key="where" row={row} />,
          row.eye ?? '—',
          told(row.reader, t('cases.notRead')),
          told(row.machine, t(row.machine === null ? 'cases.failedCell' : 'cases.untoldCell')),
          row.device === '' ? '—' : row.device,
        ],
      }))}
    />
  )
}

function Where({ row: { filed, picture } }: { row: Case }) {
  if (filed) {
    const { pid, rid, name, record_date } = filed
    return (
      <a
        href={`#${diagnosisPath({ tab: 0, pid, image_id: rid })}`}
        target="_blank"
        rel="noreferrer"
      >
        {name} {record_date}
      </a>
    )
  }
  if (!picture) return '—'
  return picture.url === null ? (
    picture.file_name
  ) : (
    <a href={picture.url} target="_blank" rel="noreferrer">
      {picture.file_name}
    </a>
  )
}
