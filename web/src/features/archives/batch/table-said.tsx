import type { PhotographRow } from '@mingmou/contract'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { BatchTables, ReadTable } from './tables.ts'

/** What the tables say, and what of them or of the files stands alone. */
export function BatchTableSaid({ tables }: { tables: BatchTables }) {
  const { t } = useTranslation('batch')
  const read = useSyncExternalStore(tables.subscribe, tables.list)
  if (read.length === 0) return null
  return (
    <section className="panel batch-tables" aria-label={t('table.title')}>
      {read.map((table, at) => (
        // Two tables may have one name.
        <Said key={at} {...table} />
      ))}
      <Button onClick={() => tables.putAway()}>{t('table.away')}</Button>
    </section>
  )
}

function Said({ name, rows, fileless, faulty, rowless, ignored }: ReadTable) {
  const { t } = useTranslation('batch')
  const line = ({ line: n, file }: PhotographRow) => t('table.line', { n, file })
  const faults = faulty.map((row) => `${line(row)} ${row.faults.join(' ')}`)
  return (
    <>
      <p>{t('table.read', { name, rows, found: rows - fileless.length })}</p>
      <Alone title={t('table.fileless')} items={fileless.map(line)} />
      <Alone title={t('table.rowless')} items={rowless} />
      <Alone title={t('table.faulty')} items={faults} />
      <Alone title={t('table.ignored')} items={ignored} />
    </>
  )
}

function Alone({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <>
      <p className="batch-tables-title">{title}</p>
      <ul>
        {items.map((item, at) => (
          // Two lines may be alike.
          <li key={at}>{item}</li>
        ))}
      </ul>
    </>
  )
}
