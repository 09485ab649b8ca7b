import { webcrypto } from 'node:crypto'
import { configure } from '@testing-library/react'
import { page } from './origin.ts'

/** A busy machine may be slow. An answer that never comes still fails. */
configure({ asyncUtilTimeout: 20_000 })

/** The browser functions that antd needs and jsdom lacks. */
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
    // jsdom has no layout, so nothing ever resizes.
  }
  unobserve() {
    // See observe.
  }
  disconnect() {
    // See observe.
  }
}
window.ResizeObserver = ResizeObserverStub

// jsdom has no layout, so nothing is ever out of sight.
Element.prototype.scrollIntoView = () => undefined

/** The functions of pages served over https or from loopback. */
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
