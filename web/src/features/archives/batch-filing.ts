import {
  IMAGE_LIMITS,
  listBatch,
  listReceived,
  reasonNaming,
  RefusedFile,
  RefusedRepeats,
  setBatchFiles,
  type ArchiveCalls,
  type BatchFile,
  type BodyOf,
} from '@mingmou/contract'
import { useEffect } from 'react'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api } from '../../lib/calls/api.ts'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { onEvent } from '../../lib/live/socket.ts'

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

/** Filed with no more than patient, eye and day: each is proved by the file or set by a person. */
export type Ready = BatchFile & {
  patient: NonNullable<BatchFile['patient']>
  eye: NonNullable<BatchFile['eye']>
  record_date: string
}

export const isReady = (row: BatchFile): row is Ready =>
  row.filed === null &&
  row.patient !== null &&
  row.eye !== null &&
  row.record_date !== null &&
  row.evidence.other_kind === null

/** The files of each patient and day: a sitting each, of as many images as one may have. */
export function sittingsOf(rows: readonly Ready[]): Ready[][] {
  const groups = new Map<string, Ready[]>()
  for (const row of rows) {
    const sitting = `${row.patient.pid} ${row.record_date}`
    groups.set(sitting, [...(groups.get(sitting) ?? []), row])
  }
  return [...groups.values()].flatMap((group) => {
    const { perArchive } = IMAGE_LIMITS
    const parts = Math.ceil(group.length / perArchive)
    return Array.from({ length: parts }, (_, part) =>
      group.slice(part * perArchive, (part + 1) * perArchive),
    )
  })
}

export interface Refused {
  reason: string
  /** It is in another sitting, or twice in this one, and needs a yes. */
  repeated: boolean
}

/**
 * Files one sitting by the call of any upload. A file that is refused stops no other: the rest is filed without it.
 * Returns why files were refused, by their keys.
 */
export async function fileSitting(
  call: ArchiveCalls['create'],
  group: readonly Ready[],
  capture: object,
  { repeated, join }: { repeated: readonly string[]; join: boolean },
): Promise<Map<string, Refused>> {
  const refused = new Map<string, Refused>()
  try {
    for (;;) {
      const rest = group.filter(({ key }) => !refused.has(key))
      const found = await fileRest(call, rest, { ...capture, join }, repeated)
      for (const [key, why] of found) refused.set(key, why)
      if (found.size === 0 || refused.size === group.length) return refused
    }
  } finally {
    // The answer may be lost although the files are filed: the list says which are.
    await batchChanged()
  }
}

/** Returns those of the files that the refusal names; all of them where it names none. */
async function fileRest(
  call: ArchiveCalls['create'],
  group: readonly Ready[],
  capture: object,
  repeated: readonly string[],
): Promise<Map<string, Refused>> {
  const [first] = group
  if (!first) return new Map()
  const files_path = group.map(({ key }) => key)
  const body = call.body.parse({
    ...capture,
    pid: first.patient.pid,
    record_date: first.record_date,
    files_path,
    eyes: group.map(({ eye }) => eye),
    repeated: files_path.filter((key) => repeated.includes(key)),
    batch: true,
  })
  try {
    await api(call, body)
    return new Map()
  } catch (error) {
    return refusedBy(error, group)
  }
}

function refusedBy(error: unknown, group: readonly Ready[]): Map<string, Refused> {
  const data = error instanceof ApiError ? error.data : null
  const repeats = RefusedRepeats.safeParse(data).data?.repeats.map(({ key }) => key) ?? []
  const file = RefusedFile.safeParse(data).data
  const named = group.filter(({ key }) => repeats.includes(key) || file?.refused.upload === key)
  const told = error instanceof Error ? error.message : ''
  return new Map(
    (named.length > 0 ? named : group).map(({ key, file_name }) => {
      const reason = file?.refused.upload === key ? reasonNaming(file, file_name) : told
      return [key, { reason, repeated: repeats.includes(key) }]
    }),
  )
}
