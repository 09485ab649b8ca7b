import {
  listBatch,
  listReceived,
  setBatchFiles,
  type BatchFile,
  type BodyOf,
} from '@mingmou/contract'
import { useEffect } from 'react'
import { api } from '../../../lib/calls/api.ts'
import { callQuery, changed } from '../../../lib/calls/call-query.ts'
import { queryClient } from '../../../lib/calls/query-client.ts'
import { onEvent } from '../../../lib/live/socket.ts'

/** The files that wait, where all are, and their count in the menu. */
export const batchChanged = () => changed(listBatch, listReceived)

/** A patient may have been registered elsewhere meanwhile: the server looks again at each reading. */
export function useBatchEvents() {
  useEffect(() => onEvent('patients', () => void changed(listBatch)), [])
  useEffect(() => onEvent('received', () => void batchChanged()), [])
}

/** What came while nobody was connected is read where somebody looks at the list again. */
export const batchQuery = () => ({
  ...callQuery(listBatch, {}),
  refetchOnWindowFocus: 'always' as const,
})

const keep = (rows: BatchFile[]) => queryClient.setQueryData(batchQuery().queryKey, { rows })

/** A file that the server has acknowledged. A list that was asked for before it came would leave it out. */
export async function fileArrived(file: BatchFile): Promise<void> {
  await queryClient.cancelQueries({ queryKey: batchQuery().queryKey })
  const before = queryClient.getQueryData(batchQuery().queryKey)?.rows ?? []
  keep([...before.filter(({ key }) => key !== file.key), file])
  await changed(listReceived)
}

export type Given = Omit<BodyOf<typeof setBatchFiles>, 'keys'>

export async function setFiles(keys: string[], given: Given): Promise<void> {
  keep((await api(setBatchFiles, { keys, ...given })).rows)
  // A file may have come since the server answered.
  await changed(listBatch)
}
