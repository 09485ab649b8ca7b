/** For code outside React: the hash router follows the address. */
export function goTo(path: string): void {
  window.location.hash = path
}
