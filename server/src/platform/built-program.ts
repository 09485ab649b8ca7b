import { fileURLToPath } from 'node:url'

/** A program as built: neither thread nor process runs TypeScript. */
export const builtProgram = (name: string) =>
  fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))
