const UUID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

export interface Named {
  oid: string
  client_id: string
}

/**
 * What a client calls itself: its institution and its own id. The institution is in it because nothing outside the
 * wall of an institution may say whose a client is.
 */
export const loginOf = ({ oid, client_id }: Named): string =>
  Buffer.from(`${oid}${client_id}`.replaceAll('-', ''), 'hex').toString('base64url')

/** The reverse; null for what is no such name. */
export function namedBy(login: string): Named | null {
  if (!/^[\w-]{43}$/.test(login)) return null
  const hex = Buffer.from(login, 'base64url').toString('hex')
  const [oid, client_id] = [hex.slice(0, 32), hex.slice(32)].map((digits) =>
    digits.replace(UUID, '$1-$2-$3-$4-$5'),
  )
  const named = { oid: oid ?? '', client_id: client_id ?? '' }
  // The last sign has two bits to spare: one client has one name.
  return loginOf(named) === login ? named : null
}
