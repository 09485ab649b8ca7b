import {
  figure,
  figureTable,
  PICTURE_FIGURES,
  share,
  within,
  type Figure,
  type FigureError,
  type Unit,
} from '../../findings/figure-table.ts'
import { figuresOf } from '../../findings/figure-rows.ts'
import { DISC_ROWS, MACULA_ROWS, RATIO } from './figure-rows.ts'
import { LESIONS } from './findings.ts'
import { REPEATS } from './repeats.ts'

/** Tables of figures on page and report. */
export const FIGURE_GROUPS = ['disc', 'macula', 'vessel'] as const
export type FigureGroup = (typeof FIGURE_GROUPS)[number]

type More = NonNullable<Parameters<typeof figure>[3]>

const RIM = within(0.05, 0.05)
/** Errors of vessels against human labels that are measured in the same way: `analysis/fit/fundus/errors.ts`. */
const DENSITY = share(0.1, 0.14)
const DIAMETER = share(0.1, 0.31)
const ARTERY_DIAMETER = share(0.1, 0.23)
const VEIN_DIAMETER = share(0.1, 0.21)
const LENGTH = share(0.1, 0.18)
const CALIBRE = share(0.1, 0.15)
const QUADRANT = share(0.1, 0.13)

const ofDisc = (
  key: string,
  report: string,
  unit: Unit,
  digits: number,
  error: FigureError,
  more: More = {},
) => figure(key, unit, digits, { group: 'disc', report: `segmentation.${report}`, error, ...more })

const DISC: readonly Figure[] = [
  // No norm: what a ratio means depends on the size of the disc, and `models/fundus/glaucoma/card.json` says it.
  ofDisc('vcdr', 'vcdr', '1', 2, RATIO, { layer: 'outlines' }),
  ...figuresOf('disc', DISC_ROWS, { group: 'disc' }),
  ofDisc('disc.ddls.stage', 'ddls.stage', '1', 0, within(1, 0.6)),
  ofDisc('disc.ddls.thinnest_rim', 'ddls.thinnest_rim', '1', 2, RIM),
  ofDisc('disc.disc.area', 'disc_area', '{px2}', 0, share(0.1, 0.06), {
    layer: 'disc',
    rare: 'unscaled',
  }),
  ofDisc('disc.disc.percent', 'disc_percent', '%', 2, share(0.1, 0.06), { layer: 'disc' }),
  ofDisc('disc.cup.area', 'cup_area', '{px2}', 0, share(0.2, 0.2), {
    layer: 'cup',
    rare: 'unscaled',
  }),
  ofDisc('disc.cup.percent', 'cup_percent', '%', 2, share(0.2, 0.2), { layer: 'cup' }),
  ofDisc('disc.rim', 'rim', '1', 2, RIM, { group: null, traced: false }),
  ofDisc('disc.ddls.clock_hour', 'ddls.clock_hour', '{clock_hour}', 0, within(1, 1), {
    group: null,
    traced: false,
  }),
  ofDisc('disc.disc.height', 'disc_height', '{px}', 0, share(0.05, 0.03), { group: null }),
  figure('disc.disc.width', '{px}', 0, { error: share(0.05, 0.03) }),
  figure('disc.cup.height', '{px}', 0, { error: share(0.1, 0.1) }),
  figure('disc.cup.width', '{px}', 0, { error: share(0.1, 0.1) }),
  figure('disc.disc.outline', '{px}', 0, { report: 'segmentation.disc_outline' }),
  figure('disc.cup.outline', '{px}', 0, { report: 'segmentation.cup_outline' }),
  figure('disc_centre', '{px}', 0, { report: 'segmentation.disc_center' }),
  figure('fovea_centre', '{px}', 0, { report: 'segmentation.fovea_center' }),
]

const MACULA = figuresOf('macula', MACULA_ROWS, { group: 'macula' })

/** A report has the figures of vessels at the same places as the findings. */
const ofVessel = (
  name: string,
  unit: Unit,
  digits: number,
  error: FigureError | null,
  more: More = {},
) =>
  figure(`vessel.${name}`, unit, digits, {
    group: 'vessel',
    report: `vessel.${name}`,
    layer: 'vessels',
    error,
    ...more,
  })

const zone = (name: 'zone_b' | 'zone_c'): readonly Figure[] => {
  const more: More = { layer: 'zones', rare: true }
  return [
    ofVessel(`${name}.density`, '%', 2, DENSITY, more),
    ofVessel(`${name}.artery_diameter`, '{px}', 2, ARTERY_DIAMETER, more),
    ofVessel(`${name}.vein_diameter`, '{px}', 2, VEIN_DIAMETER, more),
  ]
}

/**
 * No table shows these figures of arteries or veins. A table shows those of all vessels together.
 */
const treeOf = (part: 'arteries' | 'veins'): readonly Figure[] => {
  const more: More = { group: null, layer: part }
  return [
    ofVessel(`${part}.length_density`, '/{px}', 4, LENGTH, more),
    ofVessel(`${part}.length`, '{px}', 0, LENGTH, more),
    ofVessel(`${part}.fractal_dimension`, '1', 3, within(0.05, 0.06), more),
    ofVessel(`${part}.tortuosity`, '1', 3, share(0.2, 0.25), more),
    ofVessel(`${part}.curvature`, '/{px}', 4, share(0.2, 0.22), more),
    ofVessel(`${part}.segments`, '1', 0, share(0.2, 0.2), more),
  ]
}

const VESSEL: readonly Figure[] = [
  ofVessel('density', '%', 2, DENSITY),
  ofVessel('arteries.density', '%', 2, DENSITY, { layer: 'arteries' }),
  ofVessel('veins.density', '%', 2, DENSITY, { layer: 'veins' }),
  ofVessel('calibre.crae', '{px}', 2, CALIBRE, { layer: 'zones', rare: 'unscaled' }),
  ofVessel('calibre.crve', '{px}', 2, CALIBRE, { layer: 'zones', rare: 'unscaled' }),
  ofVessel('calibre.avr', '1', 2, within(0.1, 0.05), {
    layer: 'zones',
    norm: {
      // Mean 0.685 and two standard deviations of 0.065, rounded outwards: `models/fundus/vessels/card.json`.
      low: 0.55,
      high: 0.82,
      source:
        'healthy photographs of HRF, STARE and DRIVE: `npx tsx analysis/fit/fundus/reference.ts`',
      healthy: 34,
    },
  }),
  ofVessel('fractal_dimension', '1', 3, within(0.05, 0.06)),
  ofVessel('tortuosity', '1', 3, share(0.2, 0.25)),
  ofVessel('diameter', '{px}', 2, DIAMETER, { rare: true }),
  ofVessel('arteries.diameter', '{px}', 2, DIAMETER, { layer: 'arteries', rare: true }),
  ofVessel('veins.diameter', '{px}', 2, DIAMETER, { layer: 'veins', rare: true }),
  ...zone('zone_b'),
  ...zone('zone_c'),
  ofVessel('length_density', '/{px}', 4, LENGTH, { rare: true }),
  ofVessel('length', '{px}', 0, LENGTH, { rare: true }),
  ofVessel('curvature', '/{px}', 4, share(0.2, 0.22), { rare: true }),
  ofVessel('segments', '1', 0, share(0.2, 0.2), { group: null, report: null }),
  ...treeOf('arteries'),
  ...treeOf('veins'),
  ofVessel('calibre.arteries', '1', 0, within(1, 0.5), { group: null, layer: 'zones' }),
  ofVessel('calibre.veins', '1', 0, within(1, 0.5), { group: null, layer: 'zones' }),
  ...['superior', 'inferior', 'nasal', 'temporal'].map((side) =>
    ofVessel(`quadrants.${side}`, '%', 2, QUADRANT, { group: null }),
  ),
]

const QUADRANTS = ['superior_temporal', 'superior_nasal', 'inferior_temporal', 'inferior_nasal']

const LESION: readonly Figure[] = LESIONS.flatMap((kind) => {
  const main = ['count', 'percent', 'fovea_distance_dd']
  const ofKind = (
    name: string,
    unit: Unit,
    digits: number,
    label = `measure.lesion.${name}`,
    more: More = {},
  ) =>
    figure(`lesions.${kind}.${name}`, unit, digits, {
      rare: !main.includes(name),
      report: `lesion.measures.${kind}.${name}`,
      labels: [`overlay.${kind}`, label],
      layer: kind,
      traced: name !== 'spots',
      ...more,
    })
  const repeats = REPEATS.counts[kind]
  return [
    ofKind('count', '1', 0, 'lesion.count', { repeats }),
    ofKind('uncounted', '1', 0, 'lesion.uncounted', { repeats: REPEATS.uncounted[kind] }),
    ofKind('area', '{px2}', 0),
    ofKind('percent', '%', 3, 'lesion.percent'),
    ofKind('fovea_distance_dd', '{DD}', 2, 'lesion.nearest'),
    ...QUADRANTS.map((name) =>
      ofKind(`quadrants.${name}`, '1', 0, `quadrant.${name}`, { repeats }),
    ),
    ofKind('spots', '{px}', 0),
  ]
})

const GRADE: readonly Figure[] = [
  figure('dr_grade', '1', 0, { report: 'DR.stage', traced: true }),
  figure('dr_referable_probability', '1', 2, {
    report: 'DR.referable_probability',
    traced: true,
  }),
  figure('dr.stages', '1', 2, { report: 'DR.stages' }),
  figure('dr.near_uncounted', '1', 0, { report: 'DR.near_uncounted' }),
]

/** Every number that the analysis of a fundus photograph finds, in the order it is read. */
export const FUNDUS_FIGURES = figureTable(
  [...GRADE, ...LESION, ...DISC, ...MACULA, ...VESSEL, ...PICTURE_FIGURES],
  [
    { key: 'lesions.microaneurysms.count', report: 'DR.microaneurysms' },
    { key: 'lesions.hard_exudates.percent', report: 'DR.exudation' },
    { key: 'disc.odr', report: 'segmentation.odr_percent', unit: '%' },
  ],
)
