import type { Call, DataOf, InputOf } from '@mingmou/contract'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TableColumnsType } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { say } from '../../lib/texts/say.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { startOfSession } from '../../lib/session/session.ts'
import { ListSearch, type SearchField } from './list-search.tsx'
import { useListState, type ListFilter, type Words } from './list-state.ts'
import { PageTable, type PageOf } from './page-table.tsx'
import { Nothing } from '../states/states.tsx'

/** One list of the service: its call, what is asked for by search and page, and the page in the answer. */
interface List<C extends Call, Page> {
  call: C
  body: (filter: ListFilter) => InputOf<C>
  page: (answer: DataOf<C>) => Page
}
export const listOf = <C extends Call, Page>(
  call: C,
  body: (filter: ListFilter) => InputOf<C>,
  page: (answer: DataOf<C>) => Page,
): List<C, Page> => ({ call, body, page })

/** Search on top, rows by pages below. A page that no longer exists becomes the last one. */
export function ListPage<C extends Call, Row extends object, Page extends PageOf<Row>>(props: {
  label: string
  list: List<C, Page & PageOf<Row>>
  fields: SearchField[]
  /** Names of the filters that stand in the address. */
  inAddress?: readonly string[]
  rowKey: keyof Row & string
  /** Rows of a page. */
  size?: number
  columns: (page: Page | undefined) => TableColumnsType<Row>
  /** Between search and rows. */
  above?: (page: Page | undefined, words: Words) => React.ReactNode
  failed: string
  empty: string
  add?: React.ReactNode
}) {
  const { t } = useTranslation()
  const { list, fields, inAddress = NONE, label, rowKey } = props
  const client = useQueryClient()
  const state = useListState(inAddress, props.size)
  const asking = (filter: ListFilter) => callQuery(list.call, list.body(filter))
  const query = useQuery({
    ...asking(state.filter),
    select: list.page,
    placeholderData: keepPreviousData,
  })
  const { data } = query

  const asked = state.filter.page.page
  const answered = query.isPlaceholderData ? asked : (data?.page ?? asked)
  const { goToPage } = state
  useEffect(() => {
    if (answered < asked) goToPage(answered, true)
    // goToPage is a new function on each render; only another page is news.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [answered, asked])

  const search = (words: Words) => {
    const start = startOfSession()
    client.query({ ...asking(state.search(words)), staleTime: 0 }).then(
      () => {
        // A search that the end of the session cancels comes back with the earlier rows.
        if (startOfSession() === start) showSuccess(say('query_ok'))
      },
      // These may be earlier rows that are still shown.
      (error: unknown) => showFailure(error, props.failed),
    )
  }
  const searching = fields.some(({ name }) => state.words[name] !== undefined)
  return (
    <>
      {fields.length > 0 && <ListSearch fields={fields} words={state.words} search={search} />}
      {props.above?.(data, state.words)}
      <div className="panel list">
        <PageTable<Row>
          label={label}
          query={query}
          rowKey={rowKey}
          columns={props.columns(data)}
          {...(props.size !== undefined && { size: props.size })}
          onPage={(page) => goToPage(page)}
          failed={props.failed}
          empty={
            searching ? (
              <Nothing hint={t('state.noMatch')} />
            ) : (
              <Nothing hint={props.empty}>{props.add}</Nothing>
            )
          }
        />
      </div>
    </>
  )
}

const NONE: readonly string[] = []
