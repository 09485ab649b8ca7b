import { CLINICIANS, type ModalityKey } from '@mingmou/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Alert, Button, Image } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../lib/session/use-session.ts'
import { ListSearch } from '../../ui/lists/list-search.tsx'
import { useListState } from '../../ui/lists/list-state.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { ExportBar } from './export-bar.tsx'
import { Photograph } from './photograph.tsx'
import { datasetOf, FILTERS, filtersOf, galleryQuery } from './queries.ts'
import { galleryFields } from './gallery-fields.ts'
import './datasets.css'

/** The photographs of a kind as a gallery: the own institution's, or those that institutions share. */
export function DatasetPage({ dataset: key }: { dataset: ModalityKey }) {
  const { t } = useTranslation('datasets')
  const dataset = datasetOf(key)
  const { words, search } = useListState(FILTERS)
  const filters = filtersOf(words)
  const query = useInfiniteQuery(galleryQuery(dataset, filters))
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const role = useSession()?.role
  const own = CLINICIANS.some((clinician) => clinician === role)
  const pages = query.data?.pages ?? []
  const [first] = pages
  const rows = pages.flatMap((page) => page.rows)
  const toggle = (image: string) =>
    setPicked((before) => {
      const after = new Set(before)
      if (!after.delete(image)) after.add(image)
      return after
    })
  return (
    <>
      <PageTitle title={t(`kinds:${key}.dataset`)} />
      <ListSearch
        fields={galleryFields(t, key)}
        words={words}
        search={(next) => {
          setPicked(new Set())
          search(next)
        }}
      />
      <Alert className="ds-note" type="info" showIcon title={t(own ? 'note.own' : 'note.shared')} />
      {first && (
        <ExportBar
          dataset={dataset}
          filters={filters}
          picked={picked}
          onClear={() => setPicked(new Set())}
          total={first.total_count}
          exported={first.export_count}
          more={first.total_more}
        />
      )}
      {query.isPending && <Loading />}
      {query.isError && rows.length === 0 && <Failed title={t('failed')} query={query} />}
      {first && rows.length === 0 && (
        <div className="panel">
          <Nothing
            hint={
              Object.keys(filters).length > 0
                ? t('common:state.noMatch')
                : t(own ? 'empty.own' : 'empty.shared')
            }
          />
        </div>
      )}
      {rows.length > 0 && (
        <Image.PreviewGroup>
          <ul className="ds-gallery" aria-label={t(`kinds:${key}.dataset`)}>
            {rows.map((row) => (
              <Photograph
                key={row.image}
                dataset={key}
                row={row}
                picked={picked.has(row.image)}
                onPick={() => toggle(row.image)}
              />
            ))}
          </ul>
        </Image.PreviewGroup>
      )}
      {query.hasNextPage && (
        <div className="ds-more">
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
          {query.isFetchNextPageError && <span role="alert">{t('failed')}</span>}
        </div>
      )}
    </>
  )
}
