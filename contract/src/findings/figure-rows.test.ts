import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  figureNames,
  figuresOf,
  findingFields,
  laterFields,
  reportedFigures,
  reportFields,
  versionOf,
  withLaterFigures,
  type FigureRows,
} from './figure-rows.ts'
import { within } from './figure-table.ts'

const DISC = {
  ratio: {
    report: 'segmentation.ratio_of_disc',
    unit: '1',
    digits: 2,
    error: within(0.1, 0.08),
    name: ['比', 'Ratio'],
  },
  tilt: {
    report: 'iqa.tilt',
    unit: 'deg',
    digits: 0,
    error: within(3, 2),
    name: ['倾斜', 'Tilt'],
    since: { findings: 3, report: 7 },
  },
} as const satisfies FigureRows

test('a row gives the fields of findings and of a report, each under its name there', () => {
  expect(z.object(findingFields(DISC)).parse({ ratio: 0.5, tilt: null })).toEqual({
    ratio: 0.5,
    tilt: null,
  })
  expect(Object.keys(reportFields(DISC, 'segmentation'))).toEqual(['ratio_of_disc'])
  expect(reportedFigures(DISC, 'iqa', { ratio: 0.5, tilt: 4 })).toEqual({ tilt: 4 })
  expect(reportedFigures(DISC, 'iqa', null)).toEqual({ tilt: null })
})

test('a row gives the figure of the table and its words', () => {
  expect(figuresOf('disc', DISC, { group: 'disc' })[1]).toMatchObject({
    ...{ key: 'disc.tilt', report: 'iqa.tilt', unit: 'deg', digits: 0, group: 'disc' },
    ...{ labels: ['measure.disc.tilt'], error: within(3, 2), traced: true },
  })
  expect(figureNames(DISC).tilt).toEqual(['倾斜', 'Tilt'])
})

test('the newest row gives the version of what is stored, and earlier findings and reports lack it', () => {
  const rows = { disc: DISC }
  expect([versionOf('findings', 2, rows), versionOf('report', 9, rows)]).toEqual([3, 9])
  expect(laterFields('iqa', rows)).toEqual({ tilt: null })
  expect(laterFields('segmentation', rows)).toEqual({})
  const stored = { disc: { ratio: 0.5 }, not_measured: { scale: 'no_scale' } }
  expect(withLaterFigures(stored, rows)).toEqual({
    disc: { ratio: 0.5, tilt: null },
    not_measured: { scale: 'no_scale', 'disc.tilt': 'not_implemented' },
  })
  expect(withLaterFigures({ disc: null, not_measured: {} }, rows)).toEqual({
    disc: null,
    not_measured: {},
  })
})
