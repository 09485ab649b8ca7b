import { DEFAULT_ORDER, fundusArchive, THUMBNAIL_SIZE } from '@mingmou/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Signed addresses end after 15 minutes: a page that stays open fetches new ones before. */
const RENEW_MS = 600_000

export const archiveQueries = {
  fundus: (pid: string) =>
    queryOptions({
      queryKey: ['archives', 'fundus', pid],
      queryFn: ({ signal }) =>
        api(
          fundusArchive.list,
          { pid, weight: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, order: DEFAULT_ORDER },
          { signal },
        ),
      refetchInterval: RENEW_MS,
    }),
}

/** The workspace shows archives too, under its own keys. */
export const archivesChanged = () => queryClient.invalidateQueries()
