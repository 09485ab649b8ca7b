import type {
  DataOf,
  listValidationRows,
  ValidationAnswer,
  ValidationQuestion,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { Table } from './table.tsx'

type Case = DataOf<typeof listValidationRows>['rows'][number]

export function CaseRows({
  rows,
  question,
}: {
  rows: readonly Case[]
  question: ValidationQuestion
}) {
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
