import {
  validationCurves,
  validationHonesty,
  validationSay,
  validationTables,
  type OpenedValidation,
  type ValidationTable,
} from '@mingmou/contract'
import { Alert } from 'antd'
import { language } from '../../lib/texts/i18n.ts'
import { Curves } from '../../ui/charts/curves.tsx'
import { Cases } from './cases.tsx'
import { Table } from './table.tsx'

export function Found(props: {
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
