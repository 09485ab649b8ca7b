/** The frame of a message (MLLP): VT, the message, FS, CR. */
const VT = 0x0b
const FS = 0x1c
const CR = 0x0d
const LF = 0x0a

export const framed = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([VT]), message, Buffer.from([FS, CR])])

export interface Read {
  /** Whole messages, in their sequence. */
  messages: Buffer[]
  /** What is no frame, or longer than a message may be: nothing more can be read. */
  fault: 'garbage' | 'long' | null
  /** A message has begun and is not at its end. */
  within: boolean
}

/** Takes the bytes of a connection as they come. A message may be cut anywhere between two of them. */
export function mllpReader(mostBytes: number): (chunk: Buffer) => Read {
  let parts: Buffer[] = []
  let bytes = 0
  let state: 'between' | 'within' | 'ending' = 'between'
  return (chunk) => {
    const messages: Buffer[] = []
    const read = (fault: Read['fault'] = null): Read => ({
      messages,
      fault,
      within: state !== 'between',
    })
    for (let at = 0; at < chunk.length;) {
      const byte = chunk[at]
      if (state === 'within') {
        const end = chunk.indexOf(FS, at)
        const part = chunk.subarray(at, end < 0 ? chunk.length : end)
        bytes += part.length
        if (bytes > mostBytes) return read('long')
        if (part.includes(VT)) return read('garbage')
        parts.push(part)
        at += part.length + (end < 0 ? 0 : 1)
        if (end >= 0) state = 'ending'
      } else if (state === 'ending') {
        if (byte !== CR) return read('garbage')
        messages.push(Buffer.concat(parts))
        parts = []
        bytes = 0
        state = 'between'
        at += 1
      } else {
        if (byte === VT) state = 'within'
        else if (byte !== CR && byte !== LF) return read('garbage')
        at += 1
      }
    }
    return read()
  }
}
