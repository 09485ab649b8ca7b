import type { Locator, Page } from 'playwright-core'

export const notices = (page: Page): Locator => page.locator('.notice')

/**
 * What a notice covers of the page: every control is brought into view, and named where it is then
 * not free or a notice lies over it. So is a notice that leaves the margin of the page.
 */
export function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.notice')].map((notice) =>
      notice.getBoundingClientRect(),
    )
    const margin = document.querySelector('.notice-strip')?.getBoundingClientRect()
    if (boxes.length === 0 || margin === undefined) return ['no notice']
    const outside = boxes.filter(
      ({ top, bottom, left, right }) =>
        top < margin.top || bottom > margin.bottom || left < 0 || right > innerWidth,
    )
    const controls = document.querySelectorAll<HTMLElement>(
      '#root :is(button, a, input, textarea, [role="tab"]):not(.notice *), .ant-modal button',
    )
    const faults = outside.map(() => 'a notice beside its margin')
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      control.scrollIntoView({ block: 'nearest' })
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
      if (width * height === 0 || right <= 0 || left >= innerWidth) continue
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isUnder = boxes.some(
        (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
      )
      if (isUnder || hit?.closest('.notice-bar, .notice-strip'))
        faults.push(control.getAttribute('aria-label') ?? control.innerText)
    }
    return faults
  })
}

/** Place and size of everything on the page but its notices. */
export function places(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '#root *:not(.notice-bar, .notice-bar *, .ant-badge, .ant-badge *)',
      ),
    ].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.tagName, x, y, width, height].join(' ')
    }),
  )
}
