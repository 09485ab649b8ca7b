import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  figureNames,
  figuresOf,
  findingFields,
  reportedFigures,
  reportFields,
  sampleFigures,
  type FigureRows,
} from './figure-rows.ts'
import { within } from './figure-table.ts'
import { versionOf, withLaterFigures, withLaterReported } from './later-figures.ts'

const ROWS = {
  vcdr: { unit: '1', digits: 2, report: 'segmentation.vcdr', name: ['垂直比', 'Vertical ratio'] },
  'disc.ratio': {
    report: 'segmentation.ratio_of_disc',
    unit: '1',
    digits: 2,
    error: within(0.1, 0.08),
    group: 'disc',
    name: ['比', 'Ratio'],
  },
  'disc.tilt': {
    report: 'iqa.tilt',
    unit: 'deg',
    digits: 0,
    error: within(3, 2),
    group: 'disc',
    name: ['倾斜', 'Tilt'],
    since: { findings: 3, report: 7 },
  },
  'disc.cup.area': { holds: z.int(), unit: '{px2}', digits: 0, name: ['面积', 'Area'] },
  'disc.cup.width': { report: null, unit: '{px}', digits: 0, labels: ['width'] },
  'disc.rim': {
    holds: z.object({ up: z.number(), down: z.number() }),
    unit: '%',
    digits: 0,
    parts: [
      { part: 'up', label: 'side.up', error: within(1, 2) },
      { part: 'down', label: 'side.down', rare: true },
    ],
    name: ['盘沿', 'Rim'],
  },
} as const satisfies FigureRows

const FOUND = {
  vcdr: 0.4,
  disc: { ratio: 0.5, tilt: 4, cup: { area: 8, width: 2 }, rim: { up: 1, down: 2 } },
}

test('a row gives a field of the findings in its group', () => {
  expect(Object.keys(findingFields(ROWS, ''))).toEqual(['vcdr'])
  const disc = z.object(findingFields(ROWS, 'disc'))
  const held = { ratio: 0.5, tilt: null, rim: { up: 1, down: 2 } }
  expect(disc.parse({ ...held, cup: 'of another group' })).toEqual(held)
  const cup = z.object(findingFields(ROWS, 'disc.cup'))
  expect(cup.safeParse({ area: null, width: null }).success).toBe(false)
  expect(sampleFigures(ROWS, 'disc.cup')).toEqual({ area: 1, width: 1 })
})

test('a row gives a field of a report, under its name there, that may be null', () => {
  expect(Object.keys(reportFields(ROWS, 'segmentation'))).toEqual(['vcdr', 'ratio_of_disc'])
  const cup = z.object(reportFields(ROWS, 'disc.cup'))
  expect(cup.parse({ area: null })).toEqual({ area: null })
  expect(Object.keys(cup.shape)).toEqual(['area'])
})

test('what a report says of a row stands at its place in the findings', () => {
  expect(reportedFigures(ROWS, 'segmentation', FOUND)).toEqual({ vcdr: 0.4, ratio_of_disc: 0.5 })
  expect(reportedFigures(ROWS, 'disc.cup', FOUND)).toEqual({ area: 8 })
  expect(reportedFigures(ROWS, 'iqa', { vcdr: 0.4, disc: null })).toEqual({ tilt: null })
})

test('a row gives the figure of the table, or one for each of its parts', () => {
  const figures = new Map(figuresOf(ROWS).map((figure) => [figure.key, figure]))
  expect(figures.get('disc.tilt')).toMatchObject({
    report: 'iqa.tilt',
    unit: 'deg',
    group: 'disc',
    labels: ['measure.disc.tilt'],
    error: within(3, 2),
    traced: true,
  })
  expect(figures.get('disc.cup.area')).toMatchObject({ report: 'disc.cup.area', traced: false })
  expect(figures.get('disc.cup.width')).toMatchObject({ report: null, labels: ['width'] })
  const labels = ['measure.disc.rim', 'side.up']
  expect(figures.get('disc.rim.up')).toMatchObject({ labels, traced: true, rare: false })
  expect(figures.get('disc.rim.down')).toMatchObject({ traced: false, rare: true })
  expect(figures.has('disc.rim')).toBe(false)
})

test('rows give their words as a tree by their places', () => {
  expect(figureNames(ROWS)).toEqual({
    vcdr: ['垂直比', 'Vertical ratio'],
    disc: {
      ratio: ['比', 'Ratio'],
      tilt: ['倾斜', 'Tilt'],
      cup: { area: ['面积', 'Area'] },
      rim: ['盘沿', 'Rim'],
    },
  })
})

test('the newest row gives the version of what is stored', () => {
  expect([versionOf('findings', 2, ROWS), versionOf('report', 9, ROWS)]).toEqual([3, 9])
})

test('earlier findings and reports lack what came later, where its group is there', () => {
  const stored = { disc: { ratio: 0.5 }, not_measured: { scale: 'no_scale' } }
  expect(withLaterFigures(stored, ROWS)).toEqual({
    disc: { ratio: 0.5, tilt: null },
    not_measured: { scale: 'no_scale', 'disc.tilt': 'not_implemented' },
  })
  const unmeasured = { disc: null, not_measured: {} }
  expect(withLaterFigures(unmeasured, ROWS)).toEqual(unmeasured)
  expect(withLaterReported({ iqa: { score: 1 } }, ROWS)).toEqual({ iqa: { score: 1, tilt: null } })
  expect(withLaterReported({ iqa: { tilt: 4 } }, ROWS)).toEqual({ iqa: { tilt: 4 } })
})
