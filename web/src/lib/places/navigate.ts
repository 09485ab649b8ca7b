/** Navigation for code outside React. The hash router follows the address. */
export function goTo(path: string): void {
  window.location.hash = path
}

/** The query of the address after `#`: of the page in sight. */
export const queryOfPage = () => new URLSearchParams(window.location.hash.split('?')[1])

/** Opens an address whose answer is saved, not shown. The page stays. */
export function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  link.click()
}
