/** Tag, type (3 short, 4 long), values. */
export type Tag = readonly [number, 3 | 4, readonly number[]]

/** A directory of a TIFF with its pixels and those below it. */
export interface TiffDirectory {
  tags: readonly Tag[]
  pixels: Buffer
  below?: readonly TiffDirectory[]
}

/** A TIFF, little endian, uncompressed, one strip each. */
export function tiffFile(pages: readonly TiffDirectory[]): Buffer {
  let body = Buffer.from('II*\0\0\0\0\0', 'latin1')
  const add = (bytes: Buffer) => {
    const at = body.length
    body = Buffer.concat([body, bytes, Buffer.alloc(bytes.length % 2)])
    return at
  }
  const place = ({ tags, pixels, below = [] }: TiffDirectory): { at: number; next: number } => {
    const places = below.map((directory) => place(directory).at)
    const own: Tag[] = [
      ...tags,
      [273, 4, [add(pixels)]],
      [279, 4, [pixels.length]],
      ...(places.length > 0 ? [[330, 4, places] as const] : []),
    ]
    const sorted = own.toSorted((a, b) => a[0] - b[0])
    const entries = sorted.map(([tag, type, values]) => {
      const size = type === 3 ? 2 : 4
      const packed = Buffer.alloc(Math.max(4, size * values.length))
      for (const [i, value] of values.entries()) packed.writeUIntLE(value, i * size, size)
      const entry = Buffer.alloc(12)
      entry.writeUInt16LE(tag, 0)
      entry.writeUInt16LE(type, 2)
      entry.writeUInt32LE(values.length, 4)
      if (packed.length > 4) entry.writeUInt32LE(add(packed), 8)
      else packed.copy(entry, 8)
      return entry
    })
    const count = Buffer.alloc(2)
    count.writeUInt16LE(entries.length)
    const at = add(Buffer.concat([count, ...entries, Buffer.alloc(4)]))
    return { at, next: at + 2 + 12 * entries.length }
  }
  let link = 4
  for (const page of pages) {
    const { at, next } = place(page)
    body.writeUInt32LE(at, link)
    link = next
  }
  return body
}

/** The tags of a picture of `samples` values of `bits` bits each pixel. */
export function tiffTags(
  {
    width,
    height,
    samples = 1,
    bits = 8,
  }: { width: number; height: number; samples?: number; bits?: number },
  extra: readonly Tag[] = [],
): Tag[] {
  return [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, Array<number>(samples).fill(bits)],
    [259, 3, [1]],
    [262, 3, [samples >= 3 ? 2 : 1]],
    [277, 3, [samples]],
    [278, 4, [height]],
    ...extra,
  ]
}
