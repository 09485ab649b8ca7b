import { opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** The files in and below a folder, one folder after the other by name. What cannot be opened is told. */
export async function* filesBelow(
  folder: string,
  unread: (path: string) => void,
): AsyncGenerator<string> {
  const [files, folders]: [string[], string[]] = [[], []]
  try {
    for await (const entry of await opendir(folder)) {
      if (entry.isDirectory()) folders.push(entry.name)
      else if (entry.isFile()) files.push(entry.name)
    }
  } catch {
    unread(folder)
    return
  }
  for (const name of files.sort()) yield join(folder, name)
  for (const name of folders.sort()) yield* filesBelow(join(folder, name), unread)
}

/** Works on several at a time and hands the results on in their order. No more than these are held. */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const item of items) {
    running.push(work(item))
    const first = running.length === most ? running.shift() : undefined
    if (first) yield await first
  }
  for (const result of running) yield await result
}
