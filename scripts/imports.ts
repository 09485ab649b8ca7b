import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** The sources of the packages, what each imports, and the circles that imports make. */

const ROOT = resolve(import.meta.dirname, '..')
export const PACKAGES = ['contract', 'analysis', 'server', 'web', 'e2e', 'bench']

export interface Source {
  path: string
  lines: number
  /** Files of the same package, or of another by its path. */
  imports: string[]
  /** Other packages of the project. */
  packages: string[]
  /** It exports what another file says. */
  handsOn: boolean
  functions: { name: string; lines: number }[]
}

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

function read(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const { program, module } = parseSync(path, text)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const functions: Source['functions'] = []
  const note = ({ start, end, id }: { start: number; end: number; id?: { name: string } | null }) =>
    functions.push({
      name: id?.name ?? `line ${lineOf(start)}`,
      lines: lineOf(end) - lineOf(start) + 1,
    })
  new Visitor({ FunctionDeclaration: note, ArrowFunctionExpression: note }).visit(program)
  const handedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  )
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...handedOn,
  ]
  const imports = specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(path), specifier).replaceAll('\\', '/'))
  const packages = specifiers.flatMap(
    (specifier) => /^@mingmou\/(\w+)/.exec(specifier)?.slice(1) ?? [],
  )
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: [...new Set(imports)],
    packages: [...new Set(packages)],
    handsOn: handedOn.length > 0,
    functions,
  }
}

export const sourcesOf = (name: string) => filesOf(`${name}/src`).map(read)
export const isTest = ({ path }: Pick<Source, 'path'>) => /\.test\.tsx?$|\/testing\//.test(path)

/** Sets of nodes that reach each other, single nodes too; a set stands after those that it reaches. Tarjan, 1972. */
export function components(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const visit = (node: string) => {
    index.set(node, index.size)
    low.set(node, index.size - 1)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue
      if (!index.has(next)) visit(next)
      const reached = stack.includes(next) ? (low.get(next) ?? 0) : Infinity
      low.set(node, Math.min(low.get(node) ?? 0, reached))
    }
    if (low.get(node) !== index.get(node)) return
    found.push(stack.splice(stack.indexOf(node)))
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return found
}

export const circles = (edges: ReadonlyMap<string, readonly string[]>) =>
  components(edges).filter(({ length }) => length > 1)
