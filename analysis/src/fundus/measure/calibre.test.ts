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
  data,
  box: { x: 0, y: 0, ...SIZE },
  ratio: 1,
})

/** The share of each pixel inside a vessel: a network shows edges like this. */
function painted(vessels: Drawn[]): PartMap {
  const fine = { width: 4 * SIZE.width, height: 4 * SIZE.height }
  const { truth } = paintVessels(
    vessels.map(({ kind, width, points }) => ({
      kind,
      width: 4 * width,
      length: 0,
      tortuosity: 0,
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

/** Knudtson's way: the widest and the narrowest become one, until one is left. */
function paired(widths: readonly number[], factor: number): number {
  const left = widths.toSorted((a, b) => a - b)
  if (left.length < 2) return left[0] ?? 0
  const half = Math.floor(left.length / 2)
  const pairs = left
    .slice(0, half)
    .map((width, i) => factor * Math.hypot(width, left.at(-1 - i) ?? 0))
  return paired([...pairs, ...left.slice(half, left.length - half)], factor)
}
const whole = (widths: readonly number[]) => widths.map((width) => ({ width, weight: 1 }))
const equivalent = (widths: readonly number[], factor: number) =>
  summary(whole(widths), widths.length, factor)

test('widths become one as Knudtson pairs them: one, two and four exactly, six within 1 %', () => {
  expect(equivalent([10], 0.88)).toBe(10)
  expect(equivalent([10, 6], 0.88)).toBeCloseTo(0.88 * Math.hypot(10, 6))
  for (const [widths, factor] of [
    [ARTERIES, 0.88],
    [VEINS, 0.95],
    [[16, 12, 9, 6, 5, 4], 0.95],
  ] as const) {
    const four = widths.slice(0, 4)
    expect(equivalent(four, factor)).toBeCloseTo(paired(four, factor))
    expect(Math.abs(equivalent(widths, factor) / paired(widths, factor) - 1)).toBeLessThan(0.01)
  }
})

test('of vessels that count in parts the widest come first, and a little more of one changes little', () => {
  const open = [...whole([12, 10]), { width: 8, weight: 0.5 }, ...whole([4])]
  expect(summary(open, 2, 0.88)).toBeCloseTo(0.88 * Math.hypot(12, 10))
  expect(summary(open, 2.5, 0.88)).toBeCloseTo(
    0.88 ** Math.log2(2.5) * Math.sqrt(12 ** 2 + 10 ** 2 + 0.5 * 8 ** 2),
  )
})

describe('a drawn wheel of six arteries and six veins', () => {
  const { measures } = measured(wheel)

  test('its calibres and their ratio are those of the drawn widths, within 3 %', () => {
    const [crae, crve] = [paired(ARTERIES, 0.88), paired(VEINS, 0.95)]
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

/** The wheel in which the network takes one artery for a vein along a share of its way. */
function taken(share: number): VesselMaps {
  const vessels = mapsOf(wheel)
  const [artery, vein] = [vessels.artery.data, vessels.vein.data]
  for (let y = 440; y < 490; y++)
    for (let x = 530; x < 860; x++) {
      const at = y * SIZE.width + x
      const [a, v] = [artery[at] ?? 0, vein[at] ?? 0]
      artery[at] = (1 - share) * a + share * v
      vein[at] = (1 - share) * v + share * a
    }
  return vessels
}

test('a segment whose label wavers is one vessel of the kind that most of it shows', () => {
  const clean = measured(wheel).measures
  const wavering = measure(taken(0.1), new Ledger())
  expect(wavering?.calibre).toMatchObject({ arteries: 6, veins: 6 })
  expect(wavering?.arteries).toEqual(clean.arteries)
  expect(Math.abs((wavering?.calibre?.avr ?? 0) / (clean.calibre?.avr ?? 1) - 1)).toBeLessThan(0.03)
})

test('where the network wavers between artery and vein, no vessel changes sides at once', () => {
  const ratioOf = (share: number) => measure(taken(share), new Ledger())?.calibre?.avr ?? 0
  const [before, after] = [ratioOf(0.47), ratioOf(0.53)]
  expect(before).toBeGreaterThan(0.5)
  expect(Math.abs(after - before)).toBeLessThan(0.01)
  // Taken wholly for a vein, it does count as one.
  expect(ratioOf(0) - ratioOf(1)).toBeGreaterThan(0.02)
})

test('a vessel that is cut or branches in the zone is one vessel still', () => {
  const clean = measured(wheel).measures.calibre
  const vessels = mapsOf([
    ...wheel,
    {
      ...spoke('artery', 4, 11),
      points: [
        [530, 462],
        [760, 560],
      ],
    },
  ])
  for (const { data } of [vessels.vessel, vessels.artery, vessels.vein])
    for (let y = 0; y < SIZE.height; y++)
      for (let x = 0; x < SIZE.width; x++)
        if (Math.abs(Math.hypot(x - 450, y - 450) - 200) < 3) data[y * SIZE.width + x] = 0
  const cut = measure(vessels, new Ledger())?.calibre
  expect(cut).toMatchObject({ arteries: 6, veins: 6 })
  expect(Math.abs((cut?.avr ?? 0) / (clean?.avr ?? 1) - 1)).toBeLessThan(0.05)
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
