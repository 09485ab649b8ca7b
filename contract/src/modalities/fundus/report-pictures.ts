import type { Say } from '../../wire/wording.ts'
import { eyesText, type PictureLayer, type ReportPicture } from '../../report/document.ts'
import { uncountedOf } from './findings.ts'
import { gradedIn } from './grade-texts.ts'
import { LESIONS } from './lesion-rows.ts'
import { FUNDUS_LAYERS } from './layers.ts'
import type { ReadPhotograph } from './report-data.ts'

const COLORS = new Map<string, string>(FUNDUS_LAYERS.map(({ name, color }) => [name, color]))
const colorOf = (name: string) => COLORS.get(name) ?? ''

const UNCOUNTED: readonly string[] = LESIONS.map(uncountedOf)
const SCARS = 'laser_scars'

/** The pictures of every photograph: itself, its structures, and its lesions and scars. */
export function picturesOf(
  photographs: readonly ReadPhotograph[],
  image_count: number,
  say: Say,
): ReportPicture[] {
  return photographs.flatMap((read, photograph) => {
    const caption = captionOf(read, photographs.length, image_count, say)
    const lesions = lesionsOf(read, say)
    const isScarred = lesions.some(({ name }) => name === SCARS)
    const picture = (name: string, caption: string, layers: PictureLayer[]): ReportPicture[] =>
      layers.length === 0 ? [] : [{ photograph, name, caption, layers }]
    const plain: ReportPicture = { photograph, name: 'photograph', caption, layers: [] }
    if (!read.gradable) return [plain]
    return [
      plain,
      ...picture('build', say('report.build'), buildOf(read, say)),
      ...picture('lesions', say(isScarred ? 'report.lesions_scars' : 'report.lesions'), lesions),
    ]
  })
}

function captionOf({ eye, image_index }: ReadPhotograph, shown: number, all: number, say: Say) {
  const n = `${image_index + 1}/${all}`
  if (shown > 1) return say('report.photograph_of_eye', { eye: eyesText([eye], say), n })
  return all > 1 ? say('report.photograph_of', { n }) : say('report.photograph')
}

/** A layer is left out where a finer map or a line replaces it. */
function buildOf({ overlays, segmentation }: ReadPhotograph, say: Say): PictureLayer[] {
  const split = overlays.some(({ name }) => name === 'arteries')
  const vessels = split ? ['arteries', 'veins'] : ['vessels']
  const drawn = segmentation.disc_outline ?? segmentation.cup_outline
  const maps = overlays.filter(({ name }) =>
    [...vessels, ...(drawn === null ? ['disc', 'cup'] : [])].includes(name),
  )
  const lines = [
    ...(drawn === null ? [] : (['outlines'] as const)),
    ...(segmentation.fovea_center === null ? [] : (['landmarks'] as const)),
  ]
  return [
    ...maps.map(({ name, color }) => ({ name, label: say(`overlay.${name}`), color })),
    ...lines.map((name) => ({ name, label: say(`overlay.${name}`), color: colorOf(name) })),
  ]
}

/**
 * The lesions that count, suspected scars unless a clinician stated that there was no treatment, and the spots that are not
 * counted, of whatever kind, as one layer.
 */
function lesionsOf(read: ReadPhotograph, say: Say): PictureLayer[] {
  const { overlays } = read
  const isThere = (names: readonly string[]) => overlays.some(({ name }) => names.includes(name))
  const layer = (name: string) => ({ name, label: say(`overlay.${name}`), color: colorOf(name) })
  return [
    ...LESIONS.filter((kind) => isThere([kind])).map(layer),
    ...(isThere([SCARS]) && gradedIn(read).treated !== null ? [layer(SCARS)] : []),
    ...(isThere(UNCOUNTED) ? [{ ...layer('uncounted'), hidden: true }] : []),
  ]
}
