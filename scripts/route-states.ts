import { parseSync, Visitor, type Node } from 'oxc-parser'
import { PATHS } from '../web/src/paths.ts'

export type RouteState = 'built' | 'under maintenance'

const LOADER = 3
const PAGES = ['page', 'plainPage']

/**
 * The state of every address in the text of the router. `page(PATHS.x, …, load)` or `plainPage` is built; without
 * a module it is under maintenance. `moved(PATHS.x, () => PATHS.y)` has the state of all pages it
 * leads to.
 */
export function routeStates(router: string): Map<string, RouteState> {
  const states = new Map<string, RouteState>()
  const moves: { path: string; to: Node }[] = []
  const used: { path: string; at: Node }[] = []

  new Visitor({
    CallExpression(call) {
      const [first, target] = call.arguments
      const path = first && pathOf(first)
      if (path === undefined || call.callee.type !== 'Identifier') return
      if (PAGES.includes(call.callee.name)) {
        const built = call.arguments.length > LOADER || path === PATHS.undeveloped
        states.set(path, built ? 'built' : 'under maintenance')
      }
      if (call.callee.name === 'moved' && target) moves.push({ path, to: target })
    },
    Property({ key, value }) {
      const path = pathOf(value)
      if (path !== undefined && key.type === 'Identifier' && key.name === 'path')
        states.set(path, 'built')
    },
    MemberExpression(at) {
      const path = pathOf(at)
      if (path !== undefined) used.push({ path, at })
    },
  }).visit(parseSync('routes.tsx', router).program)

  for (const { path, to } of moves) {
    const targets = used.filter(({ at }) => at.start >= to.start && at.end <= to.end)
    const built = targets.every((target) => states.get(target.path) === 'built')
    states.set(path, built ? 'built' : 'under maintenance')
  }
  return states
}

/** `PATHS.x` as the address it stands for. */
function pathOf(node: Node): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed) return
  if (node.object.type !== 'Identifier' || node.object.name !== 'PATHS') return
  return (PATHS as Record<string, string>)[node.property.name]
}
