import type { Eye, StatedBy } from '@mingmou/contract'
import type { Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findReadEyes } from './queries.ts'

/**
 * Who states the eyes of files, by their places: the file itself where the own batch read this eye from it and nobody
 * set it by hand, otherwise the person who files it.
 */
export async function sourcedEyes(
  trx: Trx,
  actor: Clinician,
  keys: readonly string[],
  eyes: readonly (Eye | null)[],
): Promise<({ eye: Eye; source: StatedBy } | null)[]> {
  if (eyes.every((eye) => eye === null)) return []
  const read = new Map(
    (await findReadEyes(trx, actor, keys)).map(({ upload_key, eye }) => [upload_key, eye]),
  )
  return eyes.map((eye, index) => {
    if (eye === null) return null
    return { eye, source: read.get(keys[index] ?? '') === eye ? 'file' : 'clinician' }
  })
}
