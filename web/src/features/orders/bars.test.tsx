import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Bars } from './bars.tsx'

/** Widths of bars and spaces of each value (ISO/IEC 15417, table 1); the last one is the stop. */
const WIDTHS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )
const START_B = 104
const TO_C = 99
const TO_B = 100

/** What a scanner reads. */
function read(values: number[]): string {
  const [start, ...rest] = values.slice(0, -2)
  const check = values.at(-2)
  const sum = rest.reduce((total, value, at) => total + value * (at + 1), start ?? 0)
  expect(check).toBe(sum % 103)
  let inPairs = start !== START_B
  let text = ''
  for (const value of rest) {
    if (!inPairs && value === TO_C) inPairs = true
    else if (inPairs && value === TO_B) inPairs = false
    else text += inPairs ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
  }
  return text
}

test.each(['M0000000195', 'M9999999958', 'M12345678901234'])(
  'the bars of %s are read as it, with blanks on both sides',
  (number) => {
    render(<Bars text={number} label={number} />)
    const svg = screen.getByRole('img', { name: number })
    const bars = Array.from(svg.querySelectorAll('rect'), (bar) => ({
      x: Number(bar.getAttribute('x')),
      width: Number(bar.getAttribute('width')),
    }))
    const right = Number(svg.getAttribute('viewBox')?.split(' ')[2])
    const ends = bars.map(({ x, width }) => x + width)
    expect(bars[0]?.x).toBe(10)
    expect(right - (ends.at(-1) ?? 0)).toBe(10)
    const widths = bars.flatMap(({ x, width }, at) => {
      const next = bars[at + 1]
      return next ? [width, next.x - (x + width)] : [width]
    })
    const signs = widths.join('')
    const values = [...signs.slice(0, -7).matchAll(/.{6}/g)].map(([sign]) => WIDTHS.indexOf(sign))
    expect(signs.slice(-7)).toBe(WIDTHS.at(-1))
    expect(read([...values, WIDTHS.length - 1])).toBe(number)
  },
)
