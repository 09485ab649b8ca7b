import { unzipSync } from 'fflate'

/** How many files are taken out of an archive, and how many bytes. */
const FILES = 500
const BYTES = 1024 ** 3

/** The files of a ZIP archive; the file itself where it is none. Throws where it cannot be taken apart. */
export async function unpacked(file: File, mostBytes: number): Promise<readonly File[]> {
  if (!/\.zip$/i.test(file.name)) return [file]
  const packed = new Uint8Array(await file.arrayBuffer())
  let [count, bytes] = [0, 0]
  // Beside the page it would need a worker from a made address, which the page may not start.
  const entries = unzipSync(packed, {
    filter: ({ name, originalSize }) => {
      if (name.endsWith('/')) return false
      if (originalSize > mostBytes) throw new Error('a file of the archive is too large')
      count++
      bytes += originalSize
      return count <= FILES && bytes <= BYTES
    },
  })
  if (count > FILES || bytes > BYTES) throw new Error('the archive is too large')
  return Object.entries(entries).map(([path, content]) => {
    const named = readable(path)
    const [name = named] = named.split(/[\\/]/).toReversed()
    // A copy: the buffer of an entry may be shared.
    const copy = new File([content.slice()], name)
    // As a chosen folder has it: what a system lays beside pictures is known by its folders.
    Object.defineProperty(copy, 'webkitRelativePath', { value: named })
    return copy
  })
}

/** Windows writes names in its own Chinese encoding, and says nothing of it. */
function readable(path: string): string {
  const codes = Array.from(path, (sign) => sign.codePointAt(0) ?? 0)
  if (codes.every((code) => code < 128) || codes.some((code) => code > 255)) return path
  const bytes = Uint8Array.from(codes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
