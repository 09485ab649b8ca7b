import type { Socket } from 'node:net'

/** A byte now and then, so that nobody calls the line silent. What comes in pieces goes on in their order. */
export function dribble(to: Socket): { add: (data: Buffer) => void; rest: () => void } {
  let left = Buffer.alloc(0)
  const timer = setInterval(() => {
    to.write(left.subarray(0, 1))
    left = left.subarray(1)
  }, 5_000)
  to.on('close', () => clearInterval(timer))
  return {
    add: (data) => (left = Buffer.concat([left, data])),
    rest: () => {
      clearInterval(timer)
      to.write(left)
    },
  }
}
