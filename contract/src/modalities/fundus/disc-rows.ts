import { z } from 'zod'
import type { FigureRows } from '../../findings/figure-rows.ts'
import { share, within } from '../../findings/figure-table.ts'
import { Point } from '../../findings/findings.ts'

/** 1.25 times the mean error, itself the mean over five cameras (0.03-0.07, `models/fundus/disc/card.json`), rounded up. */
const RATIO = within(0.1, 0.08)
const RIM = within(0.05, 0.05)

const DISC = { group: 'disc' } as const
/** In no table of figures. */
const UNLISTED = { group: null, traced: false } as const
/** A closed polygon, px of the image. */
const OUTLINE = z.array(Point)

/** Figures of the optic disc. Areas are px, and percent of the field of view; null where no edge of the field is seen. */
export const DISC_ROWS = {
  /**
   * Vertical cup-to-disc ratio. No norm: what a ratio means depends on the size of the disc, and
   * `models/fundus/glaucoma/card.json` says it.
   */
  vcdr: {
    ...DISC,
    report: 'segmentation.vcdr',
    unit: '1',
    digits: 2,
    error: RATIO,
    layer: 'outlines',
    name: ['垂直杯盘比', 'Vertical cup-to-disc ratio'],
  },
  /** Horizontal cup-to-disc ratio. */
  'disc.hcdr': {
    ...DISC,
    report: 'segmentation.hcdr',
    unit: '1',
    digits: 2,
    error: RATIO,
    layer: 'outlines',
    name: ['水平杯盘比', 'Horizontal cup-to-disc ratio'],
    since: { report: 1 },
  },
  /** Cup area over disc area. */
  'disc.odr': {
    ...DISC,
    report: 'segmentation.odr',
    unit: '1',
    digits: 2,
    error: within(0.1, 0.08),
    layer: 'outlines',
    name: ['杯盘面积比', 'Cup-to-disc area ratio'],
  },
  'disc.ddls.stage': {
    ...DISC,
    report: 'segmentation.ddls.stage',
    holds: z.int().min(1).max(10),
    unit: '1',
    digits: 0,
    error: within(1, 0.6),
    name: ['DDLS 分期（1–10）', 'DDLS stage (1-10)'],
  },
  'disc.ddls.thinnest_rim': {
    ...DISC,
    report: 'segmentation.ddls.thinnest_rim',
    holds: z.number(),
    unit: '1',
    digits: 2,
    error: RIM,
    name: ['最窄盘沿/盘径', 'Minimum rim-to-disc ratio'],
  },
  'disc.disc.area': {
    ...DISC,
    report: 'segmentation.disc_area',
    holds: z.number(),
    unit: '{px2}',
    digits: 0,
    error: share(0.1, 0.06),
    layer: 'disc',
    rare: 'unscaled',
    name: ['视盘面积', 'Disc area'],
  },
  'disc.disc.percent': {
    ...DISC,
    report: 'segmentation.disc_percent',
    unit: '%',
    digits: 2,
    error: share(0.1, 0.06),
    layer: 'disc',
    name: ['视盘占视野', 'Disc, proportion of the field'],
  },
  'disc.cup.area': {
    ...DISC,
    report: 'segmentation.cup_area',
    holds: z.number(),
    unit: '{px2}',
    digits: 0,
    error: share(0.2, 0.2),
    layer: 'cup',
    rare: 'unscaled',
    name: ['视杯面积', 'Cup area'],
  },
  'disc.cup.percent': {
    ...DISC,
    report: 'segmentation.cup_percent',
    unit: '%',
    digits: 2,
    error: share(0.2, 0.2),
    layer: 'cup',
    name: ['视杯占视野', 'Cup, proportion of the field'],
  },
  /** Rim width over disc diameter at each clock hour, 12 o'clock first, as the clinician faces the photograph. */
  'disc.rim': {
    ...UNLISTED,
    report: 'segmentation.rim',
    holds: z.array(z.number()).length(12).nullable(),
    unit: '1',
    digits: 2,
    error: RIM,
    name: ['盘沿宽度/盘径（12个钟点）', 'Rim-to-disc ratio by clock hour'],
    since: { report: 1 },
  },
  /** null where the retina is turned, or nothing shows that it is not. */
  'disc.ddls.clock_hour': {
    ...UNLISTED,
    report: 'segmentation.ddls.clock_hour',
    holds: z.int().min(1).max(12).nullable(),
    unit: '{clock_hour}',
    digits: 0,
    error: within(1, 1),
    name: ['最窄盘沿钟点', 'Clock hour of the thinnest rim'],
  },
  /** Vertical and horizontal extent, px. */
  'disc.disc.height': {
    report: 'segmentation.disc_height',
    holds: z.number(),
    unit: '{px}',
    digits: 0,
    error: share(0.05, 0.03),
    name: ['视盘垂直径', 'Vertical disc diameter'],
    since: { report: 1 },
  },
  'disc.disc.width': {
    report: null,
    holds: z.number(),
    unit: '{px}',
    digits: 0,
    error: share(0.05, 0.03),
    name: ['视盘水平径', 'Horizontal disc diameter'],
  },
  'disc.cup.height': {
    report: null,
    holds: z.number(),
    unit: '{px}',
    digits: 0,
    error: share(0.1, 0.1),
    name: ['视杯垂直径', 'Vertical cup diameter'],
  },
  'disc.cup.width': {
    report: null,
    holds: z.number(),
    unit: '{px}',
    digits: 0,
    error: share(0.1, 0.1),
    name: ['视杯水平径', 'Horizontal cup diameter'],
  },
  'disc.disc.outline': {
    report: 'segmentation.disc_outline',
    holds: OUTLINE,
    unit: '{px}',
    digits: 0,
    name: ['视盘轮廓', 'Disc outline'],
    since: { report: 1 },
  },
  'disc.cup.outline': {
    report: 'segmentation.cup_outline',
    holds: OUTLINE,
    unit: '{px}',
    digits: 0,
    name: ['视杯轮廓', 'Cup outline'],
    since: { report: 1 },
  },
  disc_centre: {
    report: 'segmentation.disc_center',
    holds: Point.nullable(),
    unit: '{px}',
    digits: 0,
    name: ['视盘中心', 'Disc centre'],
    since: { report: 1 },
  },
  fovea_centre: {
    report: 'segmentation.fovea_center',
    holds: Point.nullable(),
    unit: '{px}',
    digits: 0,
    name: ['中心凹位置', 'Fovea position'],
  },
} as const satisfies FigureRows
