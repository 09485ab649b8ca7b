import type { z } from 'zod'

/** JSON as a row holds it: written by some version of the program, and never changed since. */
export interface StoredJson {
  /** Of its shape. Left out before shapes were numbered: 0. */
  version?: number
}

interface Kind<Value extends object> {
  /** Of the shape that is written; a change of the shape takes the next number. */
  version: number
  schema: z.ZodType<Value>
  /** Brings what an earlier version wrote to the present shape: what that version did not know is said to be so. */
  upgrade: (stored: Record<string, unknown>, version: number) => unknown
}

/** How one kind of JSON is written and read: what is of the present version is read as it was written. */
export function storedJson<Value extends object>({ version, schema, upgrade }: Kind<Value>) {
  return {
    write: (value: Value): string => JSON.stringify({ ...value, version }),
    read(stored: StoredJson): Value {
      const { version: written = 0, ...value } = stored
      if (written > version) throw new Error(`Stored by a newer version: ${written}`)
      // Written by `write`, which takes nothing else.
      if (written === version) return value as Value
      return schema.parse(upgrade(value, written))
    },
  }
}
