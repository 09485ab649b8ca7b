/** For code outside React: the hash router follows the address. */
export function goTo(path: string): void {
  window.location.hash = path
}

/** Follows an address whose answer is saved, not shown: the page stays. */
export function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  link.click()
}
