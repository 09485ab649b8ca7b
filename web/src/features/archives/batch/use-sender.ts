import { addBatchFile, BATCH } from '@mingmou/contract'
import { useEffect, useState } from 'react'
import { api } from '../../../lib/calls/api.ts'
import { queryClient } from '../../../lib/calls/query-client.ts'
import { FileSender } from '../../../lib/files/file-sender.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { batchQuery, fileArrived } from './filing.ts'
import { BatchTables } from './tables.ts'

const waiting = () =>
  queryClient.getQueryData(batchQuery().queryKey)?.rows.filter(({ filed }) => filed === null)
    .length ?? 0

/** Sends files of the kind of the page to the batch. */
export function useSender(tables: BatchTables) {
  const { key } = useModality()
  const [sender] = useState(
    () =>
      new FileSender({
        type: key,
        full: (listed) => (waiting() + listed < BATCH.files ? null : 'batch_count'),
        acknowledge: (upload, { name }, signal) =>
          api(
            addBatchFile,
            { modality: key, key: upload, name, table: tables.saysOf(name) },
            { signal, toldInPlace: true },
          ),
        arrived: fileArrived,
      }),
  )
  useEffect(() => () => sender.stop(), [sender])
  return sender
}
