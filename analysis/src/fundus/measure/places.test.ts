import { expect, test } from 'vitest'
import { Ledger } from '../../certainty/ledger.ts'
import { drawFundus } from '../../phantom/index.ts'
import { drawnPredictions } from '../../testing/drawn-predictions.ts'
import type { LandmarkMaps } from '../predictions.ts'
import { findPlaces } from './places.ts'

const { image, truth } = drawFundus(5, { width: 1000, eye: 'OD', lesions: true })
const predictions = drawnPredictions(truth, { width: image.width, height: image.height })
const { disc, fovea, diameter } = truth

type Bump = readonly [dx: number, dy: number, peak: number]
/** Landmarks whose network takes places for the fovea: by offsets from it, px, and peaks. */
function withFoveas(...bumps: readonly Bump[]): LandmarkMaps {
  const map = predictions.landmarks.fovea
  const sigma = 0.03 * diameter
  const valueAt = (i: number) => {
    const [x, y] = [i % map.width, Math.floor(i / map.width)]
    const seen = bumps.map(([dx, dy, peak]) => {
      const far = (x - fovea[0] - dx) ** 2 + (y - fovea[1] - dy) ** 2
      return peak * Math.exp(-far / (2 * sigma ** 2))
    })
    return Math.max(0, ...seen)
  }
  return { ...predictions.landmarks, fovea: { ...map, data: map.data.map((_, i) => valueAt(i)) } }
}

/** How far the fovea told lies from the one drawn, px; or why none is told. */
function foveaBy(landmarks: LandmarkMaps, views = [landmarks, landmarks, landmarks]) {
  const shown = { ...predictions, landmarks, views: { ...predictions.views, landmarks: views } }
  const { fovea: told, lacking } = findPlaces(shown, undefined, new Ledger())
  return told ? Math.round(Math.hypot(told[0] - fovea[0], told[1] - fovea[1])) : lacking.fovea
}

const [away, down] = [disc.x - fovea[0], fovea[1] - disc.y]
/** As far from the disc as the fovea, by degrees below the level of the disc. */
function at(degrees: number): [number, number] {
  const [far, angle] = [Math.hypot(away, down), (Math.PI * degrees) / 180]
  return [away - far * Math.cos(angle), -down + far * Math.sin(angle)]
}

test('a faint fovea is told where the disc bears it out and all views show it, and nowhere else', () => {
  const faint = withFoveas([0, 0, 0.4])
  expect(foveaBy(faint)).toBeLessThan(2)
  expect(foveaBy(faint, [faint, faint, withFoveas()])).toBe('uncertain')
  expect(foveaBy(withFoveas([...at(50), 0.4]))).toBe('no_fovea')
})

test('a faint fovea beside a surer place that is none is not told, however that lies', () => {
  for (const surer of [at(90), at(45)])
    expect(foveaBy(withFoveas([...surer, 0.9], [0, 0, 0.4]))).toBe('fovea_unfit')
  expect(foveaBy(withFoveas([...at(45), 0.9], [0, 0, 0.6]))).toBeLessThan(3)
})

test('of two places that lie to the disc as a fovea does, nearly as sure, neither is told', () => {
  expect(foveaBy(withFoveas([0, 0, 0.8], [...at(-18), 0.7]))).toBe('uncertain')
  expect(foveaBy(withFoveas([0, 0, 0.8], [...at(-18), 0.5]))).toBeLessThan(3)
})
