/** Navigation for code outside React. The hash router follows the address. */
export function goTo(path: string): void {
  window.location.hash = path
}

/** Opens an address whose answer is saved, not shown. The page stays. */
export function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  link.click()
}
