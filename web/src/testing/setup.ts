import { page } from './origin.ts'

/** What antd asks of a browser and jsdom does not have. */
Object.defineProperty(window, 'matchMedia', {
  value: (media: string) => ({
    media,
    matches: false,
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

/** A browser resolves `/v1/…` against its page, Node's fetch does not. */
const fetchAbsolute = globalThis.fetch
globalThis.fetch = (input, init) =>
  fetchAbsolute(typeof input === 'string' ? new URL(input, page.origin) : input, init)
