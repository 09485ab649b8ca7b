import { placeIn, type Registration } from '@mingmou/contract'
import { describe, expect, it, test } from 'vitest'
import { drawFundus } from '../phantom/index.ts'
import { bentBy, copied, mirrorOf } from '../testing/bent-copy.ts'
import { eyeData } from '../testing/files.ts'
import { fileOf, labelOf } from '../testing/labels.ts'
import { register, type Registered } from './register.ts'

/** A drawn photograph as its vessels were drawn. */
function drawn(seed: number): Registered {
  const { image, truth } = drawFundus(seed, { width: 800, eye: 'OD' })
  const { width, height } = image
  return {
    width,
    height,
    unit: truth.disc.ry,
    pair: { disc: [truth.disc.x, truth.disc.y], fovea: truth.fovea },
    map: { width, height, data: truth.vessels.map((value) => 255 * value) },
    field: { centre: truth.centre, diameter: truth.diameter },
  }
}

/** The picture taken again: turned, larger or smaller, cut otherwise and bent. */
function again(eye: Registered, seed: number) {
  const bent = bentBy(seed, eye.map)
  const map = { ...bent.size, data: copied(eye.map, 1, bent) }
  return {
    picture: { ...eye, ...bent.size, map, field: null, pair: null, unit: null },
    truth: bent.to,
  }
}

/** The largest error of a place where both pictures show the retina, as a share of the field. */
function worstOf(
  eye: Registered,
  { picture, truth }: ReturnType<typeof again>,
  { transform }: Registration,
): number {
  if (!transform || !eye.field) throw new Error('not laid over each other')
  const { centre, diameter } = eye.field
  const grid = Array.from({ length: 225 }, (_, at): [number, number] => [
    (((at % 15) + 0.5) / 15) * picture.width,
    ((Math.floor(at / 15) + 0.5) / 15) * picture.height,
  ])
  const errors = grid.flatMap((at) => {
    const [x, y] = placeIn(truth, at, picture)
    if (Math.hypot(x - centre[0], y - centre[1]) > 0.45 * diameter) return []
    const [fx, fy] = placeIn(transform, at, picture)
    return [Math.hypot(fx - x, fy - y) / diameter]
  })
  expect(errors.length).toBeGreaterThan(60)
  return Math.max(...errors)
}

const mirrored = (eye: Registered): Registered => ({
  ...eye,
  map: mirrorOf(eye.map),
  field: eye.field && {
    ...eye.field,
    centre: [eye.width - 1 - eye.field.centre[0], eye.field.centre[1]],
  },
})

describe('a picture of an eye taken again', () => {
  const eye = drawn(11)

  it('lies over the first to half a percent of the field, and says how exactly', () => {
    const copy = again(eye, 4)
    const found = register(eye, copy.picture)
    expect(worstOf(eye, copy, found)).toBeLessThan(0.005)
    expect(found.residual_px).toBeLessThan(1)
    expect(found.agreement).toBeGreaterThan(0.8)
    expect(found.overlap).toBeGreaterThan(0.8)
  })

  it('as a mirror shows it is refused', () => {
    expect(register(eye, mirrored(eye)).reason).toBe('no_match')
  })

  it('and another eye are refused, although disc and fovea lie alike', () => {
    expect(register(eye, drawn(12)).reason).toBe('no_match')
  })

  it('that shows hardly a vessel is refused for it', () => {
    const empty = { ...eye, map: { ...eye.map, data: new Uint8Array(eye.map.data.length) } }
    expect(register(eye, empty)).toMatchObject({ reason: 'few_vessels', transform: null })
  })

  it('that shows little of the first is refused', () => {
    const { width, height, data } = eye.map
    const part = data.map((value, at) => (at % width < 0.68 * width ? 0 : value))
    expect(register(eye, { ...eye, map: { width, height, data: part } }).reason).not.toBeNull()
  })
})

test.runIf(eyeData)('the vessels that people drew in a photograph are found again', async () => {
  const file = await fileOf('drive', 'vessels', '21')
  if (!file) throw new Error('DRIVE is not there')
  const { data, width } = await labelOf(file)
  const height = data.length / width
  const eye: Registered = {
    width,
    height,
    pair: null,
    unit: null,
    map: { width, height, data: data.map((value) => (value > 127 ? 255 : 0)) },
    field: { centre: [width / 2, height / 2], diameter: 0.95 * width },
  }
  const copy = again(eye, 3)
  expect(worstOf(eye, copy, register(eye, copy.picture))).toBeLessThan(0.005)
})
