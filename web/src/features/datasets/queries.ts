import {
  DATASETS,
  listDatasetExports,
  type DataOf,
  type DatasetCalls,
  type InputOf,
  type ModalityKey,
} from '@mingmou/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../lib/calls/api.ts'
import { changed } from '../../lib/calls/call-query.ts'
import { language } from '../../lib/texts/i18n.ts'
import { onEvent } from '../../lib/live/socket.ts'
import type { Words } from '../../ui/lists/list-state.ts'

export type Dataset = (typeof DATASETS)[number]

export function datasetOf(key: ModalityKey): Dataset {
  const found = DATASETS.find((dataset) => dataset.key === key)
  if (!found) throw new Error(`No dataset of ${key}`)
  return found
}

export const FILTERS = [
  'start_date',
  'end_date',
  'collect_device',
  'img_type',
  'analysed',
  'gradable',
  'facet',
] as const

type Filters = Omit<InputOf<DatasetCalls['list']>, 'after' | 'size'>

/** The search as the calls take it. The server checks every value. */
export function filtersOf(words: Words): Filters {
  const { img_type, ...texts } = Object.fromEntries(
    FILTERS.flatMap((name) => (words[name] ? [[name, words[name]]] : [])),
  )
  return { ...texts, ...(img_type !== undefined && { img_type: Number(img_type) as 1 | 2 }) }
}

/** The photographs, page after page. */
export const galleryQuery = ({ calls: { list } }: Dataset, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [list.path, filters, language()] as const,
    queryFn: ({ pageParam, signal }): Promise<DataOf<DatasetCalls['list']>> =>
      api(list, { ...filters, ...(pageParam !== '' && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const exportsChanged = () => changed(listDatasetExports)

/** Follows the live connection: an export that moves on is fetched again. */
export function useExportEvents() {
  useEffect(() => onEvent('dataset_export', () => void exportsChanged()), [])
}
