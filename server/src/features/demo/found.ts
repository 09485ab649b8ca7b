import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { MODALITY, type Modality } from '@mingmou/contract'
import { z } from 'zod'

/** The findings of the networks on the drawn photographs, as `scripts/demo.ts` wrote them. */
const FOLDER = fileURLToPath(new URL('found/', import.meta.url))
export const fileOf = ({ modality, seed }: { modality: Modality; seed: number }) =>
  `${FOLDER}${modality}/${seed}.json.gz`

const foundImages = (modality: Modality) =>
  z.array(
    z.object({
      findings: MODALITY[modality].findings,
      overlays: z.array(z.object({ name: z.string(), png: z.base64() })),
    }),
  )
export type FoundImage = z.infer<ReturnType<typeof foundImages>>[number]

/** The findings of each photograph of a sitting, in its order. */
export async function readFound(sitting: {
  modality: Modality
  seed: number
}): Promise<FoundImage[]> {
  const json = await promisify(gunzip)(await readFile(fileOf(sitting)))
  return foundImages(sitting.modality).parse(JSON.parse(json.toString()))
}
