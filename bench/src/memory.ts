import type { Modality } from '@mingmou/contract'
import { drawFundus, drawOcta, drawSurface, encodeJpeg, encodePng } from '@mingmou/analysis/phantom'
import type { Program } from '@mingmou/e2e/program'
import { signIn } from './client.ts'
import { residentMiB } from './resident.ts'
import { newPatient, result, upload } from './upload.ts'

const fundus = (width: number, height: number) => encodeJpeg(drawFundus(7, { width, height }).image)
const surface = (width: number, height: number) =>
  encodeJpeg(drawSurface(7, { width, height, staining: 'macro' }).image)
const octa = (scan: 3 | 6) => encodePng(drawOcta(7, { scan }).image)

/** Images of every kind and of sizes far apart, so that buffers of many lengths come and go. */
const IMAGES: { modality: Modality; img_type?: 1 | 2; draw: () => Promise<Buffer> }[] = [
  { modality: 'fundus', draw: () => fundus(4288, 2848) },
  { modality: 'fundus', draw: () => fundus(2144, 1424) },
  { modality: 'fundus', draw: () => fundus(1024, 768) },
  { modality: 'octa', img_type: 1, draw: () => octa(3) },
  { modality: 'octa', img_type: 2, draw: () => octa(6) },
  { modality: 'surface', draw: () => surface(1600, 1200) },
  { modality: 'surface', draw: () => surface(2400, 1600) },
]
const [FUNDUS, OTHERS] = [IMAGES.slice(0, 3), IMAGES.slice(3)]
/** A fundus photograph costs four times as much as the others, so every eighth is one. */
const EVERY = 8
/** Sessions end: the bench signs in anew before that. */
const SESSION_MS = 300_000
const MARKS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]

const turnOf = <T>(list: readonly T[], turn: number): T => {
  const found = list[turn % list.length]
  if (found === undefined) throw new Error('nothing to take turns')
  return found
}

/** What web and worker of the program hold in memory while images of all kinds are analysed in turn. */
export async function benchMemory({ url, dataDir, account }: Program, analyses: number) {
  const entered = () => signIn(url, account('4'))
  let client = await entered()
  let since = performance.now()
  const sittings = new Map<object, string>()
  for (const image of IMAGES) {
    const rid = await upload(url, client, await newPatient(client), await image.draw(), image)
    sittings.set(image, rid)
  }
  const rows: Record<string, object> = {}
  const marks = MARKS.map((share) => Math.max(1, Math.round(analyses * share)))
  for (let done = 1; done <= analyses; done++) {
    const image =
      done % EVERY === 0
        ? turnOf(FUNDUS, done / EVERY)
        : turnOf(OTHERS, done - Math.floor(done / EVERY))
    if (performance.now() - since > SESSION_MS)
      [client, since] = [await entered(), performance.now()]
    await result(client, sittings.get(image) ?? '', { modality: image.modality })
    if (!marks.includes(done)) continue
    const { web, worker } = await residentMiB(dataDir)
    const held = { web: `${web} MiB`, worker: `${worker} MiB`, together: `${web + worker} MiB` }
    rows[`after ${done}`] = held
    console.log(`after ${done}`, held)
  }
  return rows
}
