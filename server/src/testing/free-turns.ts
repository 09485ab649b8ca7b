/** How often the thread came round to others while it waited for this. Work on the thread itself lets nobody in. */
export async function freeTurns(work: () => unknown): Promise<number> {
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  try {
    await work()
  } finally {
    clearImmediate(next)
  }
  return turns
}
