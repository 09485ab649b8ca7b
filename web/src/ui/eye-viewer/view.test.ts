import { describe, expect, it } from 'vitest'
import { FIT, flyTo, mirrored, panBy, scaleOf, toImage, toScreen, zoomAt } from './view.ts'

const image = { width: 4288, height: 2848 }
const pane = { width: 700, height: 520 }

describe('what a pane shows', () => {
  it('fits the whole image at first, centred', () => {
    const [left, top] = toScreen([0, 0], FIT, image, pane)
    const [right, bottom] = toScreen([4288, 2848], FIT, image, pane)
    expect(left).toBeCloseTo(0)
    expect(right).toBeCloseTo(700)
    expect(top).toBeCloseTo(520 - bottom)
    expect(top).toBeGreaterThan(0)
  })

  it('keeps the point under the pointer where it is while the wheel zooms in', () => {
    const pointer = [150, 330] as const
    const under = toImage(pointer, FIT, image, pane)
    let view = FIT
    for (let turn = 0; turn < 8; turn++) view = zoomAt(view, 1.2, pointer, image, pane)
    const now = toScreen(under, view, image, pane)
    expect(view.zoom).toBeCloseTo(1.2 ** 8)
    expect(now[0]).toBeCloseTo(pointer[0])
    expect(now[1]).toBeCloseTo(pointer[1])
  })

  it('comes back to the fit when zoomed out as far as it goes', () => {
    const near = zoomAt(FIT, 6, [20, 200], image, pane)
    expect(zoomAt(near, 0.01, [650, 400], image, pane)).toEqual(FIT)
  })

  it('shows an image pixel with twelve screen pixels at most', () => {
    const nearest = zoomAt(FIT, 1e6, [350, 260], image, pane)
    expect(scaleOf(nearest, image, pane)).toBeCloseTo(12)
  })

  it('follows the hand while it is dragged', () => {
    const near = zoomAt(FIT, 4, [350, 260], image, pane)
    const before = toScreen([2000, 1400], near, image, pane)
    const after = toScreen([2000, 1400], panBy(near, [30, -12], image, pane), image, pane)
    expect(after[0] - before[0]).toBeCloseTo(30)
    expect(after[1] - before[1]).toBeCloseTo(-12)
  })

  it('never loses the image out of its pane', () => {
    const near = zoomAt(FIT, 4, [350, 260], image, pane)
    const far = panBy(near, [1e6, 1e6], image, pane)
    const [left] = toScreen([0, 0], far, image, pane)
    expect(left).toBeCloseTo(0)
  })

  it('does not move at all while the whole image is seen', () => {
    expect(panBy(FIT, [80, 80], image, pane)).toEqual(FIT)
  })

  it('brings a finding to the middle, and nearer', () => {
    const view = flyTo(FIT, [1500, 1300], image)
    const [x, y] = toScreen([1500, 1300], view, image, pane)
    expect(x).toBeCloseTo(350)
    expect(y).toBeCloseTo(260)
    expect(view.zoom).toBe(3)
  })

  it('shows the same place of the fellow eye, nasal for nasal', () => {
    const right = flyTo(FIT, [3000, 1400], image)
    const left = mirrored(right)
    expect(toScreen([4288 - 3000, 1400], left, image, pane)[0]).toBeCloseTo(350)
  })
})
