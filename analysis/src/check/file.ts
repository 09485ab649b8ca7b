import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { IMAGE_LIMITS, nameFacts, type Eye, type ModalityKey } from '@mingmou/contract'
import { decode } from '../image.ts'
import { dicomFacts, ImageRefused, openImage } from '../intake/index.ts'
import { kindOf } from '../kind.ts'

/** px in which the kind of a picture shows: more than any of its measures is taken at. */
const KIND_PX = 1024

/** What would become of a file. */
export type Verdict = { path: string } & (
  | {
      taken: {
        width: number
        height: number
        /** What the pixels look like; null where they tell nothing. */
        kind: ModalityKey | null
        /** What the file itself or its name says, null where neither does or they differ. */
        eye: Eye | null
        day: string | null
        number: string | null
        /** Of the bytes, to find the same file twice. */
        sha256: string
      }
    }
  | {
      /** An encoded message that names the file. */
      refused: string
      /** The message without the name. */
      reason: string
    }
)

/** Opens a file as an upload is opened. Nothing is written. */
export async function checkFile(path: string): Promise<Verdict> {
  const name = basename(path)
  const refuse = (fault: ImageRefused) => ({ path, reason: fault.of(''), refused: fault.of(name) })
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  )
  if (size === null) return refuse(new ImageRefused('image_unreadable'))
  if (size > IMAGE_LIMITS.maxBytes) return refuse(new ImageRefused('image_too_large'))
  try {
    const bytes = await readFile(path)
    const image = await openImage(bytes)
    const { width, height } = image
    const kind = kindOf(await decode(image.bytes, KIND_PX))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { path, taken: { width, height, kind, sha256, ...factsOf(bytes, name) } }
  } catch (fault) {
    return refuse(fault instanceof ImageRefused ? fault : new ImageRefused('image_unreadable'))
  }
}

function factsOf(bytes: Buffer, name: string) {
  const [dicom, said] = [dicomFacts(bytes), nameFacts(name)]
  return {
    eye: agreed([...(dicom?.eyes ?? []), ...said.eyes]),
    day: agreed([...(dicom?.days ?? []), ...said.days]),
    number: dicom?.number || said.number || null,
  }
}

/** The one that all say; null where they differ or nobody says any. */
function agreed<T extends string>(given: readonly (T | '')[]): Exclude<T, ''> | null {
  const said = new Set(given.filter((value): value is Exclude<T, ''> => value !== ''))
  const [first, ...others] = said
  return others.length === 0 ? (first ?? null) : null
}
