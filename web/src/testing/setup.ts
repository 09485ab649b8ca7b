import { webcrypto } from 'node:crypto'
import { configure } from '@testing-library/react'
import { page } from './origin.ts'

/** A busy machine takes its time; what does not come at all still fails. */
configure({ asyncUtilTimeout: 20_000 })

/** What antd asks of a browser and jsdom does not have. */
Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => ({
    media,
    matches: Number(/min-width: *(\d+)/.exec(media)?.[1] ?? Infinity) <= window.innerWidth,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }),
})

class ResizeObserverStub implements ResizeObserver {
  observe() {
    // jsdom lays nothing out, so nothing ever resizes.
  }
  unobserve() {
    // See observe.
  }
  disconnect() {
    // See observe.
  }
}
window.ResizeObserver = ResizeObserverStub

/** What pages served over https or from loopback have. */
Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle })

/** antd measures text areas by lengths that a browser computes and jsdom leaves as they were written. */
const computedStyle = window.getComputedStyle.bind(window)
window.getComputedStyle = (element) => {
  const style = computedStyle(element)
  const written = style.getPropertyValue.bind(style)
  style.getPropertyValue = (name) =>
    /^(padding|border)-(top|bottom)/.test(name) ? '0px' : written(name)
  return style
}

/** A browser resolves `/v1/…` against its page, Node's fetch does not. */
const fetchAbsolute = globalThis.fetch
globalThis.fetch = (input, init) =>
  fetchAbsolute(typeof input === 'string' ? new URL(input, page.origin) : input, init)
