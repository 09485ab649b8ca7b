import {
  DEFAULT_ORDER,
  fundusAnalysis,
  fundusArchive,
  SIGNED_URL_SECONDS,
  THUMBNAIL_SIZE,
} from '@mingmou/contract'
import { callQuery, changed } from '../../lib/call-query.ts'

/** Signed addresses are asked for anew before they end. */
const FRESH_MS = (SIGNED_URL_SECONDS * 1000 * 2) / 3
const shown = (pid: string) =>
  ({ pid, weight: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, order: DEFAULT_ORDER }) as const

export const archiveQueries = {
  fundus: (pid: string) => ({
    ...callQuery(fundusArchive.list, shown(pid)),
    refetchInterval: FRESH_MS,
  }),
  analyses: (pid: string) => callQuery(fundusAnalysis.list, shown(pid)),
}

export const archivesChanged = () => changed(fundusArchive.list, fundusAnalysis.list)
