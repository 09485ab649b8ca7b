import { describe, expect, it } from 'vitest'
import { lengthBetween, lengthText } from './ruler.ts'

describe('the ruler', () => {
  const shownLength = (scale?: Parameters<typeof lengthBetween>[2]) =>
    lengthText(lengthBetween([100, 100], [400, 500], scale))

  it('tells pixels of the image where no scale is known', () => {
    expect(shownLength()).toBe('500 px')
    expect(shownLength({ mmPerPx: null, discDiameterPx: null })).toBe('500 px')
  })

  it('tells disc diameters where the disc is known, with the pixels', () => {
    expect(shownLength({ discDiameterPx: 250 })).toBe('2.00 DD (500 px)')
  })

  it('tells millimetres before disc diameters where the scale is known', () => {
    expect(shownLength({ mmPerPx: 0.008, discDiameterPx: 250 })).toBe('4.00 mm (500 px)')
  })
})
