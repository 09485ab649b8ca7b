import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { press } from './keys.ts'
import { SHORTCUTS } from './shortcuts.ts'
import { isOn, viewOf } from '../viewer-state.ts'
import { useViewer } from '../use-viewer.ts'
import type { ViewerImage } from '../viewer-image.ts'

const picture = (key: string, eye: 'OD' | 'OS' | null): ViewerImage => ({
  key,
  analysis: 'a',
  label: key,
  url: '',
  width: 1000,
  height: 1000,
  eye,
  overlays: [
    { name: 'vessels', color: '#22D3EE', maps: [] },
    { name: 'disc', color: '#FACC15', maps: [] },
  ],
})

function keyboard(images: ViewerImage[]) {
  const { result } = renderHook(useViewer)
  const type = (key: string, more: { code?: string; shiftKey?: boolean } = {}) => {
    let understood = false
    act(() => {
      understood = press(
        { key, code: more.code ?? '', shiftKey: more.shiftKey ?? false },
        { viewer: result.current, images },
      )
    })
    return understood
  }
  return { result, type }
}

describe('the keys of the viewer', () => {
  const od = picture('od', 'OD')
  const os = picture('os', 'OS')

  it('zoom, move and fit both eyes at once, as mirror images', () => {
    const { result, type } = keyboard([od, os])
    type('+')
    type('+')
    type('ArrowRight')
    const [right, left] = [od, os].map((image) => viewOf(result.current.state, image))
    expect(right?.zoom).toBeGreaterThan(1.5)
    expect(right?.x).toBeGreaterThan(0.5)
    expect(left?.x).toBeCloseTo(1 - (right?.x ?? 0))
    type('0')
    expect(viewOf(result.current.state, od).zoom).toBe(1)
    expect(viewOf(result.current.state, os).zoom).toBe(1)
  })

  it('move two pictures of one eye alike', () => {
    const { result, type } = keyboard([od, picture('later', 'OD')])
    type('+')
    type('ArrowRight')
    expect(result.current.state.views['later']).toEqual(result.current.state.views['od'])
  })

  it('switch all overlays, one overlay and the red-free view', () => {
    const { result, type } = keyboard([od])
    type('o')
    type('r')
    type('@', { code: 'Digit2', shiftKey: true })
    expect(result.current.state).toMatchObject({
      overlays: false,
      redFree: true,
      off: { disc: true },
    })
    type('x')
    expect(result.current.state.redFree).toBe(false)
  })

  it('switch lines by letters of their own, and those that are off at first on', () => {
    const zones = { name: 'zones', key: 'z', color: '#fff', marks: [], hidden: true }
    const { result, type } = keyboard([{ ...od, shapes: [zones] }])
    expect(isOn(result.current.state, zones)).toBe(false)
    expect(type('z')).toBe(true)
    expect(isOn(result.current.state, zones)).toBe(true)
  })

  it('leave alone what they do not know', () => {
    expect(keyboard([od]).type('Tab')).toBe(false)
  })

  it('are each named once in the help', () => {
    const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
