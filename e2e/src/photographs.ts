import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { drawFundus, drawOcta, drawSurface, encodeJpeg, encodePng } from '@mingmou/analysis/phantom'
import type { Modality } from '@mingmou/contract'
import { decode } from '@mingmou/analysis/testing/parts'
import { jpegDicom, type Said } from '@mingmou/server/testing/said-dicom'
import type { Photograph } from './steps.ts'

const DATA = resolve(import.meta.dirname, '../..', process.env.EYE_DATA ?? '../shared/data')

/** A drawn photograph. One seed always gives the same one. */
export async function drawnPhotograph(eye?: 'OD' | 'OS', seed = 20_260_101): Promise<Photograph> {
  const { image } = drawFundus(seed, { width: 1536, height: 1152, ...(eye && { eye }) })
  return { name: 'drawn-fundus.jpg', mimeType: 'image/jpeg', buffer: await encodeJpeg(image) }
}

/** A drawn photograph as a camera's DICOM file that says this of it. */
export async function drawnDicom(
  name: string,
  said: Omit<Said, 'charset'>,
  seed: number,
): Promise<Photograph> {
  const { buffer } = await drawnPhotograph('OD', seed)
  return {
    name,
    mimeType: 'application/dicom',
    buffer: jpegDicom(buffer, { width: 1536, height: 1152 }, { charset: 'ISO_IR 192', ...said }),
  }
}

/** A drawn image of each modality. */
export const DRAWN: Readonly<Record<Modality, () => Promise<Photograph>>> = {
  fundus: () => drawnPhotograph('OD'),
  octa: async () => ({
    name: 'drawn-scan.png',
    mimeType: 'image/png',
    buffer: await encodePng(drawOcta(5).image),
  }),
  surface: async () => ({
    name: 'drawn-cornea.jpg',
    mimeType: 'image/jpeg',
    buffer: await encodeJpeg(drawSurface(5, { width: 960, staining: 'macro' }).image),
  }),
}

/** A photograph of a real eye, where the data folder exists. */
export function realPhotograph(path = 'fundus/idrid/images/IDRiD_01.jpg'): Photograph | null {
  const file = join(DATA, path)
  if (!existsSync(file)) return null
  const mimeType = file.endsWith('.png') ? 'image/png' : 'image/jpeg'
  return { name: basename(file), mimeType, buffer: readFileSync(file) }
}

/** Images of real eyes of a modality, where the data folder exists, otherwise drawn ones. */
export const ofEye = async (modality: 'octa' | 'surface'): Promise<Photograph> =>
  realPhotograph(
    { octa: 'octa/faz/images/superficial_233.png', surface: 'surface/panels/images/633.png' }[
      modality
    ],
  ) ?? (await DRAWN[modality]())

export interface Visited {
  photograph: Photograph
  width: number
  height: number
  /** Middle and half axes of the cup, px. */
  cup: { x: number; y: number; rx: number; ry: number }
}

/**
 * An eye as it is photographed at a visit: a real one, where the data folder exists. There is one photograph of it. `light`
 * is how bright it is at this visit, 1 as it was taken.
 */
export async function visited(day: string, light: number): Promise<Visited> {
  const real = realPhotograph('fundus/idrid-grading/images/IDRiD_003.jpg')
  const drawn = drawFundus(77, { width: 1536, height: 1152, eye: 'OD', lesions: true })
  const image = real ? await decode(real.buffer) : drawn.image
  const rgb = image.rgb.map((value) => light * value)
  const buffer = await encodeJpeg({ ...image, rgb })
  return {
    photograph: { name: `${day}.jpg`, mimeType: 'image/jpeg', buffer },
    width: image.width,
    height: image.height,
    cup: real ? { x: 328, y: 477, rx: 40, ry: 45 } : drawn.truth.cup,
  }
}
