import type { Finding, Rule } from '../finding.js'
import { resolve } from '../resolve.js'
import type { Workspace } from '../workspace.js'

const targetsOf = (workspace: Workspace, path: string): ReadonlyArray<string> =>
  (workspace.sources.get(path)?.imports ?? [])
    .map(({ specifier }) => resolve(workspace, path, specifier))
    .filter((target) => target !== undefined)

/** The circles among nodes, each told once, as the path that closes it. */
const circlesAmong = (
  nodes: Iterable<string>,
  next: (node: string) => Iterable<string>,
): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<ReadonlyArray<string>> = []
  const left = new Set<string>()
  const trail: Array<string> = []
  const visit = (node: string): void => {
    const open = trail.indexOf(node)
    if (open !== -1) {
      found.push([...trail.slice(open), node])
      return
    }
    if (left.has(node)) return
    trail.push(node)
    for (const target of next(node)) visit(target)
    trail.pop()
    left.add(node)
  }
  for (const node of nodes) visit(node)
  return found
}

/** No file reaches itself by its imports, types included. */
export const circles: Rule = (workspace) =>
  circlesAmong(workspace.sources.keys(), (path) => targetsOf(workspace, path)).map(
    (circle): Finding => ({
      grade: 'error',
      path: circle[0] ?? '',
      message: `import circle: ${circle.join(' → ')}`,
    }),
  )

/** The domain of a file of core; a context without folders is one domain. */
const domainOf = (path: string): string | undefined =>
  /^core\/src\/domains\/([^/]+(?:\/[^/]+)?)\/./.exec(path.replace(/\/[^/]+$/, '/.'))?.[1]

/** No domain reaches itself by the imports of its files, types included. */
export const domainCircles: Rule = (workspace) => {
  const uses = new Map<string, Set<string>>()
  for (const path of workspace.sources.keys()) {
    const from = domainOf(path)
    if (from === undefined) continue
    const targets = uses.get(from) ?? new Set()
    uses.set(from, targets)
    for (const target of targetsOf(workspace, path)) {
      const to = domainOf(target)
      if (to !== undefined && to !== from) targets.add(to)
    }
  }
  return circlesAmong(uses.keys(), (domain) => uses.get(domain) ?? []).map(
    (circle): Finding => ({
      grade: 'error',
      path: `core/src/domains/${circle[0]}`,
      message: `circle of domains: ${circle.join(' → ')}`,
    }),
  )
}
