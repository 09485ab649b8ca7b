import { cut, openLine, writeTo, type Far } from '../line.ts'
import { decodeMessage } from './charset.ts'
import { parseMessage } from './message.ts'
import { framed, mllpReader } from './mllp.ts'

/** What the other side says to a message. */
export interface Acknowledged {
  /** MSA-1: AA, AE, AR, or of the enhanced mode CA, CE, CR. */
  ack: string
  /** Why, in its words; empty where it says nothing. */
  words: string
}

/** Answers are short. */
const MOST_BYTES = 1024 * 1024

/** Whether somebody listens there: HL7 has no question that asks for nothing. */
export async function knock(far: Far): Promise<void> {
  const socket = await openLine(far)
  socket.destroy()
}

/** Sends one message over a line of its own, and resolves with the answer to this number. */
export async function askByMllp(far: Far, message: Buffer, id: string): Promise<Acknowledged> {
  const socket = await openLine(far)
  try {
    await writeTo(socket, framed(message))
    const read = mllpReader(MOST_BYTES)
    for await (const piece of socket as AsyncIterable<Buffer>) {
      const { messages, fault } = read(piece)
      for (const message of messages) {
        const answer = answerIn(message, id)
        if (answer) return answer
      }
      if (fault !== null) break
    }
    throw cut()
  } finally {
    socket.destroy()
  }
}

/** Null: it answers another message, or is no answer. */
function answerIn(bytes: Buffer, id: string): Acknowledged | null {
  const [head] = parseMessage(bytes.toString('latin1'), 'iso-8859-1') ?? []
  if (!head) return null
  const found = decodeMessage(bytes, head.text(18))
  const { text, charset } =
    typeof found === 'string'
      ? { text: bytes.toString('latin1'), charset: 'iso-8859-1' as const }
      : found
  const segments = parseMessage(text, charset) ?? []
  const said = segments.find(({ name }) => name === 'MSA')
  if (said?.text(2) !== id) return null
  const errors = segments.filter(({ name }) => name === 'ERR')
  const words = [
    said.text(3),
    ...errors.flatMap((error) => [error.text(8) || error.text(7) || error.text(3, 2)]),
  ]
  return { ack: said.text(1), words: words.filter((word) => word !== '').join('; ') }
}
