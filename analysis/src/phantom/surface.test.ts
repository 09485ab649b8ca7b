import { describe, expect, test } from 'vitest'
import { STAININGS } from './staining.ts'
import { drawSurface } from './surface.ts'

const WIDTH = 320
const sum = (mask: Uint8Array) => mask.reduce((total, value) => total + value, 0)

describe('a drawn eye', () => {
  test('of the same seed and options is the same picture with the same truth', () => {
    const [one, other] = [drawSurface(7, { width: WIDTH }), drawSurface(7, { width: WIDTH })]
    expect(Buffer.from(one.image.rgb).equals(Buffer.from(other.image.rgb))).toBe(true)
    expect(one.truth).toEqual(other.truth)
  })

  test.each(STAININGS)('with staining of the kind %s has that staining alone', (staining) => {
    const { truth } = drawSurface(11, { width: WIDTH, staining })
    const { dots, patches } = truth.drawn
    expect(dots.length > 0).toBe(!['none', 'patch'].includes(staining))
    expect(patches.length > 0).toBe(['patch', 'mixed'].includes(staining))
    if (staining === 'none') expect(sum(truth.dots.data) + sum(truth.patch.data)).toBe(0)
  })

  test('shows staining on the cornea between the lids alone', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { truth } = drawSurface(seed, { width: WIDTH, staining: 'mixed' })
      const { cornea, opening } = truth
      for (const mask of [truth.patch.data, truth.dots.data])
        for (const [at, value] of mask.entries()) {
          if (!value) continue
          const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
          expect(opening.data[at]).toBe(1)
          expect(
            Math.hypot((x - cornea.x) / cornea.rx, (y - cornea.y) / cornea.ry),
          ).toBeLessThanOrEqual(1.0001)
        }
    }
  })

  test('glows green where it is stained, and has no glow without dye', () => {
    const greens = (light: 'dye' | 'blue') => {
      const { image, truth } = drawSurface(3, { width: WIDTH, staining: 'patch', light, noise: 0 })
      let [more, count] = [0, 0]
      for (const [at, value] of truth.patch.data.entries()) {
        if (!value) continue
        count++
        if ((image.rgb[3 * at + 1] ?? 0) > (image.rgb[3 * at + 2] ?? 0)) more++
      }
      return more / count
    }
    expect(greens('dye')).toBeGreaterThan(0.8)
    expect(greens('blue')).toBeLessThan(0.4)
  })
})
