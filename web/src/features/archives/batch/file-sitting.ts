import { reasonNaming, RefusedFile, RefusedRepeats, type ArchiveCalls } from '@mingmou/contract'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { api } from '../../../lib/calls/api.ts'
import type { Ready } from './ready.ts'
import { batchChanged } from './filing.ts'

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
