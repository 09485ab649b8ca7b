import { randomUUID } from 'node:crypto'

export interface Part {
  type: string
  location?: string
  bytes: Buffer
}

/** A body of parts (RFC 2387), each made when its turn comes. */
export function multipart(type: string, parts: AsyncIterable<Part> | Iterable<Part>) {
  const boundary = randomUUID()
  return {
    type: `multipart/related; type="${type}"; boundary=${boundary}`,
    body: written(boundary, parts),
  }
}

async function* written(
  boundary: string,
  parts: AsyncIterable<Part> | Iterable<Part>,
): AsyncGenerator<Buffer> {
  for await (const { type, location, bytes } of parts) {
    const where = location === undefined ? '' : `Content-Location: ${location}\r\n`
    yield Buffer.from(
      `--${boundary}\r\nContent-Type: ${type}\r\n${where}Content-Length: ${bytes.length}\r\n\r\n`,
    )
    yield bytes
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${boundary}--\r\n`)
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** The parts of a body, one more than `most` where it has more; null where it is no such body. */
export function partsOf(contentType: string, body: Buffer, most: number): Buffer[] | null {
  const boundary = /boundary="?([^";,\s]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return null
  const mark = Buffer.from(`--${boundary}`)
  const parts: Buffer[] = []
  let at = body.indexOf(mark)
  while (at >= 0) {
    const from = at + mark.length
    if (body.toString('latin1', from, from + 2) === '--') return parts
    const head = body.indexOf(END_OF_HEAD, from)
    const next = body.indexOf(Buffer.concat([Buffer.from('\r\n'), mark]), from)
    if (head < 0 || next < 0 || head > next) return null
    parts.push(body.subarray(head + END_OF_HEAD.length, next))
    if (parts.length > most) return parts
    at = next + 2
  }
  return null
}
