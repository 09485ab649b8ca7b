import { z } from 'zod'
import type { FigureRows } from '../../findings/figure-rows.ts'
import { share, within } from '../../findings/figure-table.ts'

/**
 * A report has the figures of vessels at the same places as the findings. Lengths are px of the image. Errors of vessels are
 * those against human labels that are measured in the same way: `analysis/fit/fundus/errors.ts`.
 */
const VESSEL = { group: 'vessel', layer: 'vessels' } as const
/** Vessel px over px of the field of view, or of the part of a ring inside it, percent. */
const DENSITY = {
  ...VESSEL,
  holds: z.number(),
  unit: '%',
  digits: 2,
  error: share(0.1, 0.14),
} as const
/** Vessel area over centreline length, px. */
const DIAMETER = {
  ...VESSEL,
  holds: z.number(),
  unit: '{px}',
  digits: 2,
  error: share(0.1, 0.31),
  rare: true,
} as const
/** Centreline px over px of the field of view, 1/px. */
const LENGTH_DENSITY = {
  ...VESSEL,
  holds: z.number(),
  unit: '/{px}',
  digits: 4,
  error: share(0.1, 0.18),
} as const
/** Total centreline length, px. */
const LENGTH = {
  ...VESSEL,
  holds: z.number(),
  unit: '{px}',
  digits: 0,
  error: share(0.1, 0.18),
} as const
/** Box-counting dimension of the centrelines. */
const FRACTAL = {
  ...VESSEL,
  unit: '1',
  digits: 3,
  error: within(0.05, 0.06),
} as const
/** Length-weighted arc over chord, minus one, of ordered and smoothed segments. */
const TORTUOSITY = {
  ...VESSEL,
  unit: '1',
  digits: 3,
  error: share(0.2, 0.25),
} as const
/** Length-weighted mean absolute curvature, 1/px. */
const CURVATURE = {
  ...VESSEL,
  unit: '/{px}',
  digits: 4,
  error: share(0.2, 0.22),
} as const
/** Segments that the tortuosity rests on. */
const SEGMENTS = {
  ...VESSEL,
  holds: z.int(),
  unit: '1',
  digits: 0,
  error: share(0.2, 0.2),
} as const
/** Knudtson's summary of the six largest arterioles or venules in zone B, px (Curr Eye Res 2003;27:143). */
const EQUIVALENT = {
  ...VESSEL,
  holds: z.number(),
  unit: '{px}',
  digits: 2,
  error: share(0.1, 0.15),
  layer: 'zones',
  rare: 'unscaled',
} as const
/** Vessels found, of six each. */
const COUNTED = {
  ...VESSEL,
  holds: z.int(),
  unit: '1',
  digits: 0,
  error: within(1, 0.5),
  layer: 'zones',
  group: null,
} as const
/** Density by quadrant around the disc, percent. */
const QUADRANT = {
  ...VESSEL,
  holds: z.number(),
  unit: '%',
  digits: 2,
  error: share(0.1, 0.13),
  group: null,
} as const
/** A ring around the disc: B from 0.5 to 1, C from 0.5 to 2 disc diameters from its margin. */
const RING = { layer: 'zones', rare: true } as const
const ZONE_DENSITY = { ...DENSITY, ...RING } as const
/** Mean width of arteries or veins in the ring, px. */
const ZONE_DIAMETER = { ...VESSEL, ...RING, unit: '{px}', digits: 2 } as const
/** No table shows these figures of arteries or veins. A table shows those of all vessels together. */
const ARTERIES = { group: null, layer: 'arteries' } as const
const VEINS = { group: null, layer: 'veins' } as const

/** Figures of the vessels: of all, of arteries and veins, of two zones, and of the calibre. */
export const VESSEL_ROWS = {
  'vessel.density': { ...DENSITY, name: ['血管密度（占视野）', 'Vessel density (of the field)'] },
  'vessel.arteries.density': {
    ...DENSITY,
    layer: 'arteries',
    name: ['动脉密度', 'Arterial density'],
  },
  'vessel.veins.density': { ...DENSITY, layer: 'veins', name: ['静脉密度', 'Venous density'] },
  'vessel.calibre.crae': { ...EQUIVALENT, name: ['动脉等效管径 CRAE', 'Arterial equivalent CRAE'] },
  'vessel.calibre.crve': { ...EQUIVALENT, name: ['静脉等效管径 CRVE', 'Venous equivalent CRVE'] },
  /** crae over crve */
  'vessel.calibre.avr': {
    ...VESSEL,
    holds: z.number(),
    unit: '1',
    digits: 2,
    error: within(0.1, 0.05),
    layer: 'zones',
    norm: {
      // Mean 0.685 and two standard deviations of 0.065, rounded outwards: `models/fundus/vessels/card.json`.
      low: 0.55,
      high: 0.82,
      source:
        'healthy photographs of HRF, STARE and DRIVE: `npx tsx analysis/fit/fundus/reference.ts`',
      healthy: 33,
    },
    name: ['动静脉比 AVR', 'Artery-to-vein ratio AVR'],
  },
  'vessel.fractal_dimension': {
    ...FRACTAL,
    name: ['分形维数（盒计数）', 'Fractal dimension (box counting)'],
  },
  'vessel.tortuosity': {
    ...TORTUOSITY,
    name: ['迂曲度（弧弦比−1）', 'Tortuosity (arc/chord − 1)'],
  },
  'vessel.diameter': { ...DIAMETER, name: ['平均管径', 'Mean diameter'] },
  'vessel.arteries.diameter': {
    ...DIAMETER,
    layer: 'arteries',
    name: ['动脉平均管径', 'Mean arterial diameter'],
  },
  'vessel.veins.diameter': {
    ...DIAMETER,
    layer: 'veins',
    name: ['静脉平均管径', 'Mean venous diameter'],
  },
  'vessel.zone_b.density': { ...ZONE_DENSITY, name: ['B区密度', 'Density in zone B'] },
  'vessel.zone_b.artery_diameter': {
    ...ZONE_DIAMETER,
    error: share(0.1, 0.23),
    name: ['B区动脉管径', 'Arterial diameter, zone B'],
  },
  'vessel.zone_b.vein_diameter': {
    ...ZONE_DIAMETER,
    error: share(0.1, 0.21),
    name: ['B区静脉管径', 'Venous diameter, zone B'],
  },
  'vessel.zone_c.density': { ...ZONE_DENSITY, name: ['C区密度', 'Density in zone C'] },
  'vessel.zone_c.artery_diameter': {
    ...ZONE_DIAMETER,
    error: share(0.1, 0.23),
    name: ['C区动脉管径', 'Arterial diameter, zone C'],
  },
  'vessel.zone_c.vein_diameter': {
    ...ZONE_DIAMETER,
    error: share(0.1, 0.21),
    name: ['C区静脉管径', 'Venous diameter, zone C'],
  },
  'vessel.length_density': { ...LENGTH_DENSITY, rare: true, name: ['长度密度', 'Length density'] },
  'vessel.length': { ...LENGTH, rare: true, name: ['中心线总长', 'Centreline length'] },
  'vessel.curvature': { ...CURVATURE, rare: true, name: ['平均曲率', 'Mean curvature'] },
  'vessel.segments': {
    ...SEGMENTS,
    group: null,
    report: null,
    name: ['血管段数', 'Vessel segments'],
  },
  'vessel.arteries.length_density': {
    ...LENGTH_DENSITY,
    ...ARTERIES,
    name: ['动脉长度密度', 'Arterial length density'],
  },
  'vessel.arteries.length': {
    ...LENGTH,
    ...ARTERIES,
    name: ['动脉中心线总长', 'Arterial centreline length'],
  },
  'vessel.arteries.fractal_dimension': {
    ...FRACTAL,
    ...ARTERIES,
    name: ['动脉分形维数', 'Arterial fractal dimension'],
  },
  'vessel.arteries.tortuosity': {
    ...TORTUOSITY,
    ...ARTERIES,
    name: ['动脉迂曲度', 'Arterial tortuosity'],
  },
  'vessel.arteries.curvature': {
    ...CURVATURE,
    ...ARTERIES,
    name: ['动脉平均曲率', 'Arterial mean curvature'],
  },
  'vessel.arteries.segments': { ...SEGMENTS, ...ARTERIES, name: ['动脉段数', 'Arterial segments'] },
  'vessel.veins.length_density': {
    ...LENGTH_DENSITY,
    ...VEINS,
    name: ['静脉长度密度', 'Venous length density'],
  },
  'vessel.veins.length': {
    ...LENGTH,
    ...VEINS,
    name: ['静脉中心线总长', 'Venous centreline length'],
  },
  'vessel.veins.fractal_dimension': {
    ...FRACTAL,
    ...VEINS,
    name: ['静脉分形维数', 'Venous fractal dimension'],
  },
  'vessel.veins.tortuosity': { ...TORTUOSITY, ...VEINS, name: ['静脉迂曲度', 'Venous tortuosity'] },
  'vessel.veins.curvature': {
    ...CURVATURE,
    ...VEINS,
    name: ['静脉平均曲率', 'Venous mean curvature'],
  },
  'vessel.veins.segments': { ...SEGMENTS, ...VEINS, name: ['静脉段数', 'Venous segments'] },
  'vessel.calibre.arteries': { ...COUNTED, name: ['计入的动脉数', 'Arteries measured'] },
  'vessel.calibre.veins': { ...COUNTED, name: ['计入的静脉数', 'Veins measured'] },
  'vessel.quadrants.superior': { ...QUADRANT, name: ['上方血管密度', 'Density, superior'] },
  'vessel.quadrants.inferior': { ...QUADRANT, name: ['下方血管密度', 'Density, inferior'] },
  'vessel.quadrants.nasal': { ...QUADRANT, name: ['鼻侧血管密度', 'Density, nasal'] },
  'vessel.quadrants.temporal': { ...QUADRANT, name: ['颞侧血管密度', 'Density, temporal'] },
} as const satisfies FigureRows
