import {
  exportValidation,
  LANGUAGES,
  printValidation,
  validationCurves,
  validationHonesty,
  validationSay,
  validationTables,
  type OpenedValidation,
  type ValidationTable,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { PATHS } from '../../paths.ts'
import { Curves } from '../../ui/charts/curves.tsx'
import { SaveButton } from '../../ui/forms/save-button.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { Cases } from './cases.tsx'
import { studyQuery } from './queries.ts'
import { StudyHead } from './study-card.tsx'
import { Table } from './table.tsx'

/** What a study found. */
export function StudyPage({ validation_id }: { validation_id: string }) {
  const { t } = useTranslation('validations')
  const query = useQuery(studyQuery(validation_id))
  const back = <Button href={`#${PATHS.validation}`}>{t('back')}</Button>
  if (query.isError) return <Failed title={t('failed')} query={query} extra={back} />
  if (!query.data) return <Loading />
  const { study, figures } = query.data
  return (
    <>
      <PageTitle title={t('title')}>{back}</PageTitle>
      <div className="panel validation-part">
        <StudyHead study={study} />
        {figures && <Downloads study={study} />}
      </div>
      {figures && <Found opened={query.data} figures={figures} />}
    </>
  )
}

function Downloads({ study: { validation_id, name } }: Pick<OpenedValidation, 'study'>) {
  const { t } = useTranslation('validations')
  const [lang, setLang] = useState(language)
  return (
    <div className="validation-actions">
      <Select
        aria-label={t('pdfLanguage')}
        value={lang}
        onChange={setLang}
        options={LANGUAGES.map((value) => ({
          value,
          label: t(value === language() ? 'pdfIn.own' : 'pdfIn.other'),
        }))}
      />
      <SaveButton
        label={t('pdf')}
        failed={t('pdfFailed')}
        name={`${name}.pdf`}
        call={printValidation}
        body={{ validation_id, lang }}
      />
      <SaveButton
        label={t('csv')}
        failed={t('csvFailed')}
        name={`${name}.csv`}
        call={exportValidation}
        body={{ validation_id }}
      />
    </div>
  )
}

function Found(props: {
  opened: OpenedValidation
  figures: NonNullable<OpenedValidation['figures']>
}) {
  const { opened, figures } = props
  const { study, before } = opened
  const say = validationSay(language())
  const both = [figures, before?.figures ?? null] as const
  const tables = validationTables(study.source, ...both, language())
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className="validation-honest"
        title={say('honest.title')}
        description={
          <ul>
            {validationHonesty(study, say).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        }
      />
      {tables.map((table) => (
        <Part key={table.key} table={table}>
          {table.key === 'score' && <Curves curves={validationCurves(both, say)} />}
        </Part>
      ))}
      <Cases validation_id={study.validation_id} />
    </>
  )
}

function Part({ table, children }: { table: ValidationTable; children: React.ReactNode }) {
  const { title, note, columns, rows } = table
  return (
    <section className="panel validation-part" aria-label={title}>
      <h2>{title}</h2>
      {note !== '' && <p className="soft">{note}</p>}
      {children}
      <Table name={title} columns={columns} rows={rows} />
    </section>
  )
}
