import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { drawFundus, drawOcta, drawSurface, encodeJpeg, encodePng } from '@mingmou/analysis/phantom'
import type { Modality } from '@mingmou/contract'
import type { Photograph } from './steps.ts'

const DATA = resolve(import.meta.dirname, '../..', process.env.EYE_DATA ?? '../shared/data')

/** A drawn photograph. One seed always gives the same one. */
export async function drawnPhotograph(eye?: 'OD' | 'OS', seed = 20_260_101): Promise<Photograph> {
  const { image } = drawFundus(seed, { width: 1536, height: 1152, ...(eye && { eye }) })
  return { name: 'drawn-fundus.jpg', mimeType: 'image/jpeg', buffer: await encodeJpeg(image) }
}

/** A drawn image of each modality. */
export const DRAWN: Readonly<Record<Modality, () => Promise<Photograph>>> = {
  fundus: () => drawnPhotograph('OD'),
  octa: async () => ({
    ...{ name: 'drawn-scan.png', mimeType: 'image/png' },
    buffer: await encodePng(drawOcta(5).image),
  }),
  surface: async () => ({
    ...{ name: 'drawn-cornea.jpg', mimeType: 'image/jpeg' },
    buffer: await encodeJpeg(drawSurface(5, { width: 960, staining: 'macro' }).image),
  }),
}

/** A photograph of a real eye, where the data folder exists. */
export function realPhotograph(): Photograph | null {
  const file = join(DATA, 'fundus/idrid/images/IDRiD_01.jpg')
  if (!existsSync(file)) return null
  return { name: basename(file), mimeType: 'image/jpeg', buffer: readFileSync(file) }
}
