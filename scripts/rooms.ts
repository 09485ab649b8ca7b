import { components, isTest, PACKAGES, sourcesOf, type Source } from './imports.ts'

/** The direction of the folders, drawn from the imports. `npm run manual` puts it into ARCHITECTURE.md. */

type Edges = Map<string, Set<string>>

const add = (edges: Edges, from: string, to?: string) => {
  const reached = edges.get(from) ?? new Set()
  edges.set(from, reached)
  if (to !== undefined && to !== from) reached.add(to)
}

const asLists = (edges: Edges) => new Map([...edges].map(([from, to]) => [from, [...to]]))

/** Circles as one node, and no edge that a longer way makes needless. */
function drawn(edges: Edges): { parts: string[][]; arrows: [from: number, to: number][] } {
  const parts = components(asLists(edges)).map((names) => names.toSorted())
  const partOf = new Map(parts.flatMap((names, at) => names.map((name) => [name, at] as const)))
  const direct = parts.map(
    (names, at) =>
      new Set(
        names
          .flatMap((name) => [...(edges.get(name) ?? [])])
          .flatMap((name) => partOf.get(name) ?? [])
          .filter((to) => to !== at),
      ),
  )
  // What a part reaches stands before it.
  const reached = direct.map(() => new Set<number>())
  for (const [at, next] of direct.entries())
    for (const to of next) {
      reached[at]?.add(to)
      for (const further of reached[to] ?? []) reached[at]?.add(further)
    }
  const arrows = direct.flatMap((next, at) =>
    [...next]
      .filter((to) => ![...next].some((other) => other !== to && reached[other]?.has(to)))
      .map((to): [number, number] => [at, to]),
  )
  return { parts, arrows }
}

/** A folder of a package, or a file beside the folders. */
const roomOf = (path: string) =>
  /^\w+\/src\/([\w-]+)\//.exec(path)?.[1] ?? path.replace(/^\w+\/src\//, '')
const isFile = (room: string) => room.includes('.')

function edgesOf(name: string, sources: readonly Source[], room: (path: string) => string): Edges {
  const edges: Edges = new Map()
  for (const { path, imports } of sources) {
    add(edges, room(path))
    for (const to of imports.filter(
      (file) => file.startsWith(`${name}/`) && !isTest({ path: file }),
    )) {
      add(edges, room(to))
      add(edges, room(path), room(to))
    }
  }
  return edges
}

/** Files beside the folders stand together: those above every folder, and those below one. A file in a circle with a folder stands in the box of that circle. */
function roomsOf(name: string, sources: readonly Source[]): Edges {
  const each = edgesOf(name, sources, roomOf)
  const circled = new Set(
    components(asLists(each)).flatMap((names) =>
      names.some((room) => !isFile(room)) ? names : [],
    ),
  )
  const below = new Set<string>()
  const reach = (room: string) => {
    if (below.has(room)) return
    below.add(room)
    for (const to of each.get(room) ?? []) reach(to)
  }
  for (const [room, next] of each) if (!isFile(room)) for (const to of next) reach(to)
  return edgesOf(name, sources, (path) => {
    const room = roomOf(path)
    if (!isFile(room) || circled.has(room)) return room
    return below.has(room) ? 'files below' : 'files above'
  })
}

/** Rooms of a package that reach each other: mermaid, an arrow from the importer to the imported. */
function packageDrawing(name: string, sources: readonly Source[]): string {
  const { parts, arrows } = drawn(roomsOf(name, sources))
  const id = (at: number) => `${name}_${at}`
  return [
    `subgraph ${name}`,
    ...parts.map((names, at) => `  ${id(at)}["${names.join(' ')}"]`),
    ...arrows.map(([from, to]) => `  ${id(from)} --> ${id(to)}`),
    'end',
  ].join('\n')
}

function packageArrows(all: readonly { name: string; sources: readonly Source[] }[]): string[] {
  const edges: Edges = new Map()
  for (const { name, sources } of all) {
    add(edges, name)
    for (const { imports, packages } of sources) {
      const others = imports.map((path) => path.split('/')[0] ?? '')
      for (const to of [...packages, ...others].filter((other) => PACKAGES.includes(other)))
        add(edges, name, to)
    }
  }
  const { parts, arrows } = drawn(edges)
  return arrows.map(([from, to]) => `${parts[from]?.join(' ')} ==> ${parts[to]?.join(' ')}`)
}

/** Features of the server in steps: each imports those of earlier steps alone. Those of a circle stand in brackets. */
function steps(sources: readonly Source[]): string[] {
  const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const edges: Edges = new Map()
  for (const { path, imports } of sources) {
    const from = featureOf(path)
    if (from === undefined) continue
    add(edges, from)
    for (const to of imports.map(featureOf)) add(edges, from, to)
  }
  const { parts, arrows } = drawn(edges)
  const levels: number[] = []
  for (const at of parts.keys())
    levels[at] = Math.max(
      0,
      ...arrows.filter(([from]) => from === at).map(([, to]) => (levels[to] ?? 0) + 1),
    )
  return [...Array(Math.max(...levels) + 1).keys()].map((level) =>
    parts
      .filter((_, at) => levels[at] === level)
      .map((names) => (names.length > 1 ? `(${names.join(' ')})` : names.join()))
      .toSorted()
      .join(', '),
  )
}

export function rooms(): string {
  const all = PACKAGES.map((name) => ({
    name,
    sources: sourcesOf(name).filter((source) => !isTest(source)),
  }))
  const server = all.find(({ name }) => name === 'server')?.sources ?? []
  const shown = all.filter(({ name }) => ['contract', 'analysis', 'server', 'web'].includes(name))
  return `An arrow goes from what imports to what is imported; arrows that a longer way makes needless are left out. What reaches each other stands in one box. \`files above\` and \`files below\` lie beside the folders of a package.

\`\`\`mermaid
flowchart TD
${shown.map(({ name, sources }) => packageDrawing(name, sources)).join('\n')}
${packageArrows(all).join('\n')}
\`\`\`

Features of the server: each step imports from earlier ones alone. Brackets hold features that reach each other.

| step | features |
|---|---|
${steps(server)
  .map((features, at) => `| ${at + 1} | ${features} |`)
  .join('\n')}`
}
