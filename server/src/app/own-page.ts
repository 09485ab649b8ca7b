import type { IncomingHttpHeaders } from 'node:http'

/** A name without its port, as some proxies do not pass the port on. */
function nameOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).hostname : null
}

/**
 * Whether a page of this server asks, or a program, which names no page. The server goes by the name
 * that the caller asked, or by that of its public address.
 */
export function isOwnPage({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined) return true
  const name = nameOf(origin)
  return name !== null && (name === nameOf(`http://${host ?? ''}`) || name === nameOf(publicUrl))
}
