interface Changed {
  version: number
  updated_by: string
}

/**
 * Whether a change began from the record as it is stored. A caller that names no version has seen
 * its own last change, and nobody else's.
 */
export function isSeen(
  row: Changed,
  { version, uid }: { version: number | undefined; uid: string },
): boolean {
  return version === undefined ? row.updated_by === uid : version === row.version
}
