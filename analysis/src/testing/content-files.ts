import sharp from 'sharp'
import type { Reason } from '@mingmou/contract'
import type { Picture } from '../image.ts'
import { drawFundus, encodePng } from '../phantom/index.ts'
import { dicomPicture } from './dicom.ts'
import {
  ABOVE_DARK,
  framed,
  POSTERISED,
  RECOLOURED,
  SEVERAL,
  SURROUNDED,
  type Made,
} from './whole-pictures.ts'

/** A file of a kind, and a reason that it is told, null for none. */
export interface OfKind {
  bytes: Buffer
  reason: Reason | null
}

const raw = ({ width, height, rgb }: Picture) => sharp(rgb, { raw: { width, height, channels: 3 } })

/** A black box over a part of the field. */
function boxed({ width, height, rgb }: Picture): Picture {
  const out = new Uint8Array(rgb)
  const [from, to] = [0.5 * width, 0.85 * width].map(Math.round) as [number, number]
  for (let y = Math.round(0.6 * height); y < 0.95 * height; y++)
    out.fill(0, 3 * (y * width + from), 3 * (y * width + to))
  return { width, height, rgb: out }
}

/** A whole photograph whose DICOM file says that it is made of several. */
const calledMontage = ({ width, height, rgb }: Picture) =>
  dicomPicture({
    width,
    height,
    samples: 3,
    colours: 'RGB',
    pixels: Buffer.from(rgb),
    entries: [[0x0008, 0x0008, 'CS', 'DERIVED\\PRIMARY\\MONTAGE']],
  })

/** Files that open, by what is told of their content: one for each kind of reason that is not of the format. */
export async function contentFiles(): Promise<Record<string, OfKind>> {
  const eye = drawFundus(4, { width: 800, eye: 'OD' }).image
  const other = drawFundus(5, { width: 800, eye: 'OS' }).image
  const made = async (all: Record<string, Made>, kind: string) => {
    const make = all[kind]
    if (!make) throw new Error(`no ${kind}`)
    return encodePng(await make(eye, other))
  }
  const recoloured = (all: Record<string, (picture: Picture) => Picture>, kind: string) =>
    made({ [kind]: (picture) => Promise.resolve((all[kind] ?? ((same) => same))(picture)) }, kind)
  const { width, height } = eye
  const cut = { left: 0, top: 0, width, height: Math.round(0.42 * height) }
  const crop = { left: 230, top: 130, width: 340, height: 340 }
  return {
    plain: { bytes: await encodePng(eye), reason: null },
    'in a frame': { bytes: await encodePng(await framed(eye)), reason: null },
    'above a dark section': {
      bytes: await made(ABOVE_DARK, 'above a dark section of a scan'),
      reason: 'surrounded',
    },
    'on a page': { bytes: await made(SURROUNDED, 'page of a report'), reason: 'surrounded' },
    'two fields': {
      bytes: await made(SEVERAL, 'two eyes beside each other'),
      reason: 'several_fields',
    },
    stacked: { bytes: await made(SEVERAL, 'one below the other'), reason: 'several_fields' },
    'in one hue': {
      bytes: await recoloured(RECOLOURED, 'in one pale hue'),
      reason: 'single_colour',
    },
    'in six colours': {
      bytes: await recoloured(POSTERISED, 'in six colours'),
      reason: 'few_colours',
    },
    negative: { bytes: await recoloured(RECOLOURED, 'negative'), reason: 'negative' },
    'channels exchanged': {
      bytes: await recoloured(RECOLOURED, 'red and blue exchanged'),
      reason: 'channels_exchanged',
    },
    'cut off': { bytes: await raw(eye).extract(cut).png().toBuffer(), reason: 'field_cut' },
    'without an edge': {
      bytes: await raw(eye).extract(crop).png().toBuffer(),
      reason: 'field_cut',
    },
    'under a box': { bytes: await encodePng(boxed(eye)), reason: 'field_cut' },
    'called a montage': { bytes: calledMontage(other), reason: 'several_fields' },
  }
}
