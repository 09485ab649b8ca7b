import { keyName, nameFacts, type Eye, type StatedBy } from '@mingmou/contract'
import type { Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { SaidOf } from './differences.ts'
import { findReadEyes } from './queries.ts'

/**
 * Who states the eyes of files, by their places: the file itself where the own batch read this eye from it and nobody
 * set it by hand, or where nobody states one and its DICOM data and its name do, and do not differ; otherwise the person
 * who files it.
 */
export async function sourcedEyes(
  trx: Trx,
  actor: Clinician,
  files: readonly SaidOf[],
  eyes: readonly (Eye | null)[],
): Promise<({ eye: Eye; source: StatedBy } | null)[]> {
  const keys = files.map(({ key }) => key)
  const read = new Map(
    eyes.every((eye) => eye === null)
      ? []
      : (await findReadEyes(trx, actor, keys)).map(({ upload_key, eye }) => [upload_key, eye]),
  )
  return files.map(({ key, dicom }, index) => {
    const eye = eyes[index] ?? null
    const named = nameFacts(keyName(key)).eyes
    const [said, other] = new Set([...(dicom?.eyes ?? []), ...named])
    if (eye === null) return said && !other ? { eye: said, source: 'file' } : null
    return { eye, source: read.get(key) === eye ? 'file' : 'clinician' }
  })
}
