import { describe, expect, it } from 'vitest'
import { alphaOf, colourise, parseColor } from './overlay.ts'

describe('a probability map over the photograph', () => {
  it('shows nothing below the threshold and everything from it on', () => {
    expect(alphaOf(0)).toBe(0)
    expect(alphaOf(127)).toBe(0)
    expect(alphaOf(128)).toBeGreaterThan(100)
    expect(alphaOf(255)).toBe(255)
  })

  it('grows stronger with certainty', () => {
    const alphas = [128, 160, 200, 255].map(alphaOf)
    expect(alphas).toEqual(alphas.toSorted((a, b) => a - b))
    expect(new Set(alphas).size).toBe(4)
  })

  it('takes the colour of its layer', () => {
    const pixels = new Uint8ClampedArray([255, 255, 255, 255, 40, 40, 40, 255])
    colourise(pixels, '#22D3EE')
    expect([...pixels]).toEqual([0x22, 0xd3, 0xee, 255, 0x22, 0xd3, 0xee, 0])
  })

  it('is white where a colour cannot be read', () => {
    expect(parseColor('teal')).toEqual({ r: 255, g: 255, b: 255 })
  })
})
