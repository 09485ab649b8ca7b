import type { TableColumnsType } from 'antd'
import type { UseQueryResult } from '@tanstack/react-query'
import { PAGE_SIZE } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { ScrollTable } from './scroll-table.tsx'
import { Failed, Loading } from '../states/states.tsx'

export interface PageOf<Row> {
  page: number
  total_count: number
  total_more?: boolean | undefined
  rows: Row[]
}

/**
 * A list by pages: first a skeleton, then rows, an empty state that helps, or the failure with a
 * retry.
 */
export function PageTable<Row extends object>(props: {
  query: Pick<UseQueryResult, 'error' | 'isError' | 'refetch'> & {
    data: PageOf<Row> | undefined
    isFetching: boolean
  }
  rowKey: keyof Row & string
  columns: TableColumnsType<Row>
  size?: number
  onPage: (page: number) => void
  empty: React.ReactNode
  failed: string
  label: string
}) {
  const { t } = useTranslation()
  const { query } = props
  if (query.isError && !query.data) return <Failed title={props.failed} query={query} />
  if (!query.data) return <Loading />
  return (
    <ScrollTable<Row>
      aria-label={props.label}
      size="middle"
      rowKey={props.rowKey}
      columns={props.columns}
      dataSource={query.data.rows}
      loading={{ spinning: query.isFetching, delay: 300 }}
      locale={{ emptyText: props.empty }}
      scroll={{ x: 'max-content' }}
      pagination={{
        current: query.data.page,
        pageSize: props.size ?? PAGE_SIZE,
        total: query.data.total_count,
        showSizeChanger: false,
        showTotal: (count) =>
          t(query.data?.total_more ? 'state.totalMore' : 'state.total', { count }),
        onChange: props.onPage,
      }}
    />
  )
}
