import type { z } from 'zod'

/** JSON as a row holds it. Some version of the program wrote it, and it never changes. */
export interface StoredJson {
  /** The version of its shape. 0 where it is missing: shapes had no number then. */
  version?: number
}

interface Kind<Value extends object> {
  /** The version of the shape that is written. A change of the shape takes the next number. */
  version: number
  schema: z.ZodType<Value>
  /**
   * Converts JSON of an earlier version to the present shape. Values unknown to that version are
   * marked as such.
   */
  upgrade: (stored: Record<string, unknown>, version: number) => unknown
}

/** Writes and reads one kind of JSON. The present version is read as it was written. */
export function storedJson<Value extends object>({ version, schema, upgrade }: Kind<Value>) {
  return {
    write: (value: Value): string => JSON.stringify({ ...value, version }),
    read(stored: StoredJson): Value {
      const { version: written = 0, ...value } = stored
      if (written > version) throw new Error(`Stored by a newer version: ${written}`)
      // Only `write` makes this version, and it takes nothing else.
      if (written === version) return value as Value
      return schema.parse(upgrade(value, written))
    },
  }
}
