import { waits } from '../database/within.ts'
import type { Files } from './files.ts'

/** An object store is another machine, and a disk may be slow: no transaction waits for either. */
export function noted(files: Files): Files {
  const asked = (): Files => {
    waits('the store of files')
    return files
  }
  return {
    ...files,
    put: (...given) => asked().put(...given),
    copy: (...given) => asked().copy(...given),
    read: (...given) => asked().read(...given),
    open: (key) => asked().open(key),
    stat: (key) => asked().stat(key),
    remove: (keys) => asked().remove(keys),
    list: (prefix) => asked().list(prefix),
    ping: () => asked().ping(),
  }
}
