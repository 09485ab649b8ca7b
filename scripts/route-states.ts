import ts from 'typescript'
import { PATHS } from '../web/src/app/paths.ts'

export type RouteState = 'built' | 'under maintenance'

const LOADER = 3

/**
 * The state of every address in the text of the router. `page(PATHS.x, …, load)` is built; without
 * a module it is under maintenance. `moved(PATHS.x, () => PATHS.y)` has the state of all pages it
 * leads to.
 */
export function routeStates(router: string): Map<string, RouteState> {
  const source = ts.createSourceFile('routes.tsx', router, ts.ScriptTarget.Latest)
  const states = new Map<string, RouteState>()
  const moves = new Map<string, string[]>()

  const pathsIn = (node: ts.Node): string[] => {
    const path = pathOf(node, source)
    if (path !== undefined) return [path]
    const found: string[] = []
    ts.forEachChild(node, (child) => void found.push(...pathsIn(child)))
    return found
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first, target] = node.arguments
      const path = first && pathOf(first, source)
      const called = node.expression.getText(source)
      if (path !== undefined && called === 'page')
        states.set(path, isBuilt(node, path) ? 'built' : 'under maintenance')
      if (path !== undefined && called === 'moved' && target) moves.set(path, pathsIn(target))
    }
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'path') {
      const path = pathOf(node.initializer, source)
      if (path !== undefined) states.set(path, 'built')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const [path, targets] of moves) {
    const built = targets.every((target) => states.get(target) === 'built')
    states.set(path, built ? 'built' : 'under maintenance')
  }
  return states
}

const isBuilt = (call: ts.CallExpression, path: string) =>
  call.arguments.length > LOADER || path === PATHS.undeveloped

/** `PATHS.x` as the address it stands for. */
function pathOf(node: ts.Node, source: ts.SourceFile): string | undefined {
  if (!ts.isPropertyAccessExpression(node) || node.expression.getText(source) !== 'PATHS') return
  return (PATHS as Record<string, string>)[node.name.text]
}
