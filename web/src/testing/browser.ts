import { webcrypto } from 'node:crypto'
import { configure } from '@testing-library/react'
import { NOWHERE, page } from './origin.ts'

/**
 * The browser of a test file: what the pages need and jsdom lacks. The files of a worker share
 * jsdom. So each holds what its pages leave running, and ends it.
 */

/** A busy machine may be slow. An answer that never comes still fails. */
configure({ asyncUtilTimeout: 20_000 })

/** The browser functions that antd needs and jsdom lacks. */
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
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
Object.defineProperty(crypto, 'subtle', { configurable: true, value: webcrypto.subtle })

/** antd measures text areas by lengths that a browser computes and jsdom leaves as they were written. */
const { getComputedStyle, fetch: fetchAbsolute, setTimeout, setInterval } = globalThis
const computedStyle = getComputedStyle.bind(window)
window.getComputedStyle = (element) => {
  const style = computedStyle(element)
  const written = style.getPropertyValue.bind(style)
  style.getPropertyValue = (name) =>
    /^(padding|border)-(top|bottom)/.test(name) ? '0px' : written(name)
  return style
}

/** Requests without an answer yet. */
const asking = new Set<Promise<unknown>>()

/** A browser resolves `/v1/…` against its page, Node's fetch does not. */
globalThis.fetch = (input, init) => {
  const absolute = typeof input === 'string' ? new URL(input, page.origin) : input
  const answer = fetchAbsolute(absolute, init)
  const settled = answer.catch(() => undefined).finally(() => asking.delete(settled))
  asking.add(settled)
  return answer
}

/** Timers that were started and may still run. */
const timers = new Set<NodeJS.Timeout>()
type Start = (...args: unknown[]) => NodeJS.Timeout
const held =
  (start: Start): Start =>
  (...args) => {
    const timer = start(...args)
    timers.add(timer)
    return timer
  }
Object.assign(globalThis, {
  setTimeout: held(setTimeout as Start),
  setInterval: held(setInterval as Start),
})

function stopTimers(): void {
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
}

/** Ends all that a page left running, such as a draft being saved or a poll for the service. */
export async function leavePages(): Promise<void> {
  page.origin = NOWHERE
  stopTimers()
  while (asking.size > 0) await Promise.all(asking)
  // What an answer's reader started is stopped too.
  await new Promise((next) => setImmediate(next))
  stopTimers()
  Object.assign(globalThis, { fetch: fetchAbsolute, setTimeout, setInterval })
  window.getComputedStyle = getComputedStyle
}
