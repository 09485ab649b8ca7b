import type { FigureRows } from '../../findings/figure-rows.ts'
import { share, within } from '../../findings/figure-table.ts'

/** 1.25 times the mean error, itself the mean over five cameras (0.03-0.07, `models/fundus/disc/card.json`), rounded up. */
export const RATIO = within(0.1, 0.08)

/** Figures of the disc: `disc` of the findings. */
export const DISC_ROWS = {
  /** Horizontal cup-to-disc ratio. */
  hcdr: {
    report: 'segmentation.hcdr',
    unit: '1',
    digits: 2,
    error: RATIO,
    layer: 'outlines',
    name: ['水平杯盘比', 'Horizontal cup-to-disc ratio'],
    since: { report: 1 },
  },
  /** Cup area over disc area. */
  odr: {
    report: 'segmentation.odr',
    unit: '1',
    digits: 2,
    error: within(0.1, 0.08),
    layer: 'outlines',
    name: ['杯盘面积比', 'Cup-to-disc area ratio'],
  },
} as const satisfies FigureRows

/** Figures of the place of the fovea: `macula` of the findings. dd: disc diameters (vertical). */
export const MACULA_ROWS = {
  /** The distance from the disc's centre to the fovea. */
  fd_dist: {
    report: 'segmentation.fd_dist',
    unit: '{px}',
    digits: 0,
    error: share(0.05, 0.03),
    layer: 'landmarks',
    rare: 'unscaled',
    name: ['视盘–中心凹距离', 'Disc-fovea distance'],
  },
  fd_dist_dd: {
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
  angle: {
    report: 'iqa.angle',
    unit: 'deg',
    digits: 1,
    error: within(3, 1.5),
    layer: 'landmarks',
    name: ['视盘–中心凹连线角度', 'Angle of the disc-fovea line'],
  },
  /** From the fovea to the nearest edge of the visible field; null where no edge of it is seen. */
  edge_distance: {
    report: 'iqa.fovea_edge_distance',
    unit: '{px}',
    digits: 0,
    error: share(0.1, 0.05),
    rare: 'unscaled',
    name: ['中心凹距视野边缘', 'Fovea to edge of the field'],
  },
  edge_distance_dd: {
    report: 'iqa.fovea_edge_distance_dd',
    unit: '{DD}',
    digits: 2,
    error: share(0.1, 0.06),
    name: ['中心凹距视野边缘（盘径）', 'Fovea to edge (disc diameters)'],
    since: { report: 1 },
  },
} as const satisfies FigureRows

/** By their group in the findings. */
export const FUNDUS_ROWS = { disc: DISC_ROWS, macula: MACULA_ROWS } as const
