import { fileURLToPath } from 'node:url'

/** The program, or one of its commands, as it is built and as people start it. */
export const built = (name: 'main' | 'backup' | 'keys-rotate' | 'restore'): string =>
  fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))
