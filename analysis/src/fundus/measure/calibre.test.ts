import { describe, expect, test } from 'vitest'
import type { Spot } from '../../geometry/circle.ts'
import { paintVessels } from '../../phantom/raster.ts'
import { Ledger } from '../../certainty/ledger.ts'
import type { VesselMaps } from '../predictions.ts'
import type { PartMap } from '../../geometry/part.ts'
import { summary } from './calibre.ts'
import { measureRetina } from './retina.ts'
import { treeOf } from './tree.ts'

const SIZE = { width: 900, height: 900 }
const DISC = { centre: [450, 450] as const, height: 160 }

interface Drawn {
  kind: 'artery' | 'vein'
  width: number
  points: Spot[]
}

const part = <T extends Float32Array | Uint8Array>(data: T) => ({
  ...SIZE,
  ...{ data, box: { x: 0, y: 0, ...SIZE }, ratio: 1 },
})

/** The share of each pixel inside a vessel: a network shows edges like this. */
function painted(vessels: Drawn[]): PartMap {
  const fine = { width: 4 * SIZE.width, height: 4 * SIZE.height }
  const { truth } = paintVessels(
    vessels.map(({ kind, width, points }) => ({
      ...{ kind, width: 4 * width, length: 0, tortuosity: 0 },
      points: points.map(([x, y]): Spot => [4 * x + 1.5, 4 * y + 1.5]),
    })),
    fine,
  )
  const data = new Float32Array(SIZE.width * SIZE.height)
  for (let i = 0; i < truth.length; i++)
    if (truth[i]) {
      const [x, y] = [i % fine.width, Math.floor(i / fine.width)]
      const at = Math.floor(y / 4) * SIZE.width + Math.floor(x / 4)
      data[at] = (data[at] ?? 0) + 1 / 16
    }
  return part(data)
}

function mapsOf(vessels: Drawn[]): VesselMaps {
  return {
    vessel: painted(vessels),
    artery: painted(vessels.filter(({ kind }) => kind === 'artery')),
    vein: painted(vessels.filter(({ kind }) => kind === 'vein')),
    inside: part(new Uint8Array(SIZE.width * SIZE.height).fill(1)),
  }
}

const measure = (vessels: VesselMaps, ledger: Ledger) =>
  measureRetina(vessels, treeOf(vessels), 900, { disc: DISC, eye: 'OD' }, ledger)

function measured(vessels: Drawn[]) {
  const ledger = new Ledger()
  const measures = measure(mapsOf(vessels), ledger)
  if (!measures) throw new Error('nothing was measured')
  return { measures, ledger }
}

/** A straight vessel out of the disc. */
const spoke = (kind: Drawn['kind'], width: number, angle: number): Drawn => {
  const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const at = (r: number): Spot => [450.3 + r * dx, 450.2 + r * dy]
  return { kind, width, points: [at(60), at(400)] }
}

const ARTERIES = [9, 8.5, 8, 7.5, 7, 6.5]
const VEINS = [13, 12, 11.5, 11, 10, 9.5]
const wheel = [
  ...ARTERIES.map((width, i) => spoke('artery', width, 60 * i + 5)),
  ...VEINS.map((width, i) => spoke('vein', width, 60 * i + 35)),
]

test('six widths become one as Knudtson pairs them', () => {
  expect(summary([10], 0.88)).toBe(10)
  expect(summary([10, 6], 0.88)).toBeCloseTo(0.88 * Math.hypot(10, 6))
  const [one, two] = [0.95 * Math.hypot(10, 6), 8]
  expect(summary([8, 10, 6], 0.95)).toBeCloseTo(0.95 * Math.hypot(one, two))
})

describe('a drawn wheel of six arteries and six veins', () => {
  const { measures } = measured(wheel)

  test('its calibres and their ratio are those of the drawn widths, within 3 %', () => {
    const [crae, crve] = [summary(ARTERIES, 0.88), summary(VEINS, 0.95)]
    expect(measures.calibre).toMatchObject({ arteries: 6, veins: 6 })
    expect(Math.abs((measures.calibre?.crae ?? 0) / crae - 1)).toBeLessThan(0.03)
    expect(Math.abs((measures.calibre?.crve ?? 0) / crve - 1)).toBeLessThan(0.03)
    expect(Math.abs((measures.calibre?.avr ?? 0) / (crae / crve) - 1)).toBeLessThan(0.03)
  })

  test('mean widths in both zones are the drawn ones within 3 %', () => {
    const mean = (widths: number[]) => widths.reduce((a, b) => a + b, 0) / widths.length
    for (const zone of [measures.zone_b, measures.zone_c]) {
      expect(Math.abs((zone?.artery_diameter ?? 0) / mean(ARTERIES) - 1)).toBeLessThan(0.03)
      expect(Math.abs((zone?.vein_diameter ?? 0) / mean(VEINS) - 1)).toBeLessThan(0.03)
    }
  })

  test('zones hold the vessels’ share of their rings within 3 %', () => {
    const across = [...ARTERIES, ...VEINS].reduce((a, b) => a + b, 0)
    const ring = (from: number, to: number) =>
      (100 * across * (to - from)) / (Math.PI * (to ** 2 - from ** 2))
    expect(Math.abs((measures.zone_b?.density ?? 0) / ring(160, 240) - 1)).toBeLessThan(0.03)
    expect(Math.abs((measures.zone_c?.density ?? 0) / ring(160, 400) - 1)).toBeLessThan(0.03)
  })

  test('arteries and veins have the lengths and widths they were drawn with, within 5 %', () => {
    const of = (widths: number[]) => widths.reduce((a, b) => a + b, 0) / 6
    expect(Math.abs((measures.arteries?.length ?? 0) / 2040 - 1)).toBeLessThan(0.05)
    expect(Math.abs((measures.veins?.length ?? 0) / 2040 - 1)).toBeLessThan(0.05)
    expect(Math.abs((measures.arteries?.diameter ?? 0) / of(ARTERIES) - 1)).toBeLessThan(0.05)
    expect(Math.abs((measures.veins?.diameter ?? 0) / of(VEINS) - 1)).toBeLessThan(0.05)
    expect(measures.density).toBeCloseTo(
      (measures.arteries?.density ?? 0) + (measures.veins?.density ?? 0),
    )
  })
})

test('a vessel that crosses another in the zone is counted once and keeps its kind', () => {
  const crossing: Drawn = {
    kind: 'vein',
    width: 12,
    points: [
      [560, 560],
      [690, 470],
      [760, 330],
    ],
  }
  const { measures } = measured([...wheel.filter(({ width }) => width !== 10), crossing])
  expect(measures.calibre).toMatchObject({ arteries: 6 })
  expect(Math.abs((measures.arteries?.length ?? 0) / 2040 - 1)).toBeLessThan(0.08)
})

test('a segment whose label wavers is one vessel of the kind that most of it shows', () => {
  const vessels = mapsOf(wheel)
  const [artery, vein] = [vessels.artery.data, vessels.vein.data]
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 640; x < 680; x++) {
      const at = y * SIZE.width + x
      ;[artery[at], vein[at]] = [vein[at] ?? 0, artery[at] ?? 0]
    }
  const clean = measured(wheel).measures
  const wavering = measure(vessels, new Ledger())
  expect(wavering?.calibre).toEqual(clean.calibre)
  expect(wavering?.arteries).toEqual(clean.arteries)
})

test('with three veins in the zone there is no calibre, and the reason is told', () => {
  const few = [...wheel.slice(0, 9)]
  const { measures, ledger } = measured(few)
  expect(measures.calibre).toBeNull()
  expect(ledger.not_measured['vessel.calibre']).toBe('few_vessels')
})

test('quarters around the disc are told apart by the eye', () => {
  const right = measured([spoke('vein', 12, 0)]).measures.quadrants
  expect(right?.nasal).toBeGreaterThan(0)
  expect([right?.superior, right?.inferior, right?.temporal]).toEqual([0, 0, 0])
})
