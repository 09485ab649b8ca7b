import { describe, expect, it } from 'vitest'
import { alphaOf, colourise, parseColor, ringed } from './overlay.ts'

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

  it('that is only outlined leaves what it shows free and draws a closed line around it', () => {
    const side = 15
    const data = new Uint8ClampedArray(4 * side * side)
    const middle = 7 * side + 7
    data[4 * middle] = 255
    ringed({ data, width: side, height: side })
    const lit = (x: number, y: number) => (data[4 * (y * side + x)] ?? 0) > 0
    const row = Array.from({ length: side }, (_, x) => (lit(x, 7) ? '#' : '.')).join('')
    expect(row).toBe('...##.....##...')
    const column = Array.from({ length: side }, (_, y) => (lit(7, y) ? '#' : '.')).join('')
    expect(column).toBe(row)
  })

  it('that reaches the edge is outlined as far as the picture goes', () => {
    const data = new Uint8ClampedArray(4 * 5 * 3)
    data[0] = 255
    ringed({ data, width: 5, height: 3 })
    const lit = Array.from({ length: 15 }, (_, at) => (data[4 * at] ? '#' : '.')).join('')
    expect(lit).toBe('...##...##..###')
  })
})
