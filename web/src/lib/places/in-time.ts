import { CHUNK_LOAD_TIMEOUT_MS } from '@mingmou/contract'

/**
 * A part of the program that does not load in time counts as lost. The page says so, and offers to
 * load again.
 */
export async function inTime<Part>(loading: Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('a script did not come in time')),
      CHUNK_LOAD_TIMEOUT_MS,
    )
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}
