import type { FigureRows } from '../../findings/figure-rows.ts'
import { share, within } from '../../findings/figure-table.ts'

const MACULA = { group: 'macula' } as const

/** Figures of the place of the fovea. Its centre stands with the disc's. dd: disc diameters (vertical). */
export const MACULA_ROWS = {
  /** The distance from the disc's centre to the fovea. */
  'macula.fd_dist': {
    ...MACULA,
    report: 'segmentation.fd_dist',
    unit: '{px}',
    digits: 0,
    error: share(0.05, 0.03),
    layer: 'landmarks',
    rare: 'unscaled',
    name: ['视盘–中心凹距离', 'Disc-fovea distance'],
  },
  'macula.fd_dist_dd': {
    ...MACULA,
    report: 'segmentation.fd_dist_dd',
    unit: '{DD}',
    digits: 2,
    error: share(0.1, 0.05),
    layer: 'landmarks',
    name: ['视盘–中心凹距离（盘径）', 'Disc-fovea distance (disc diameters)'],
    since: { report: 1 },
  },
  /**
   * The angle of the line from disc to fovea against the horizontal, degrees; negative where the
   * fovea lies lower.
   */
  'macula.angle': {
    ...MACULA,
    report: 'iqa.angle',
    unit: 'deg',
    digits: 1,
    error: within(3, 1.5),
    layer: 'landmarks',
    name: ['视盘–中心凹连线角度', 'Angle of the disc-fovea line'],
  },
  /** From the fovea to the nearest edge of the visible field; null where no edge of it is seen. */
  'macula.edge_distance': {
    ...MACULA,
    report: 'iqa.fovea_edge_distance',
    unit: '{px}',
    digits: 0,
    error: share(0.1, 0.05),
    rare: 'unscaled',
    name: ['中心凹距视野边缘', 'Fovea to edge of the field'],
  },
  'macula.edge_distance_dd': {
    ...MACULA,
    report: 'iqa.fovea_edge_distance_dd',
    unit: '{DD}',
    digits: 2,
    error: share(0.1, 0.06),
    name: ['中心凹距视野边缘（盘径）', 'Fovea to edge (disc diameters)'],
    since: { report: 1 },
  },
} as const satisfies FigureRows
