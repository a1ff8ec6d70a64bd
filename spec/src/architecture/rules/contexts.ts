import type { Finding, Rule } from '../finding.js'
import { resolve } from '../resolve.js'
import type { Workspace } from '../workspace.js'

/** The contexts in their order: each may use those above it, none below. */
const CONTEXTS = [
  'naming',
  'instance',
  'identity',
  'projects',
  'issuable',
  'planning',
  'delivery',
  'review',
  'conversation',
  'packages',
  'webhooks',
] as const

export type Context = (typeof CONTEXTS)[number]

/** Contexts that use only some of those above them. */
const ONLY: Partial<Record<Context, ReadonlyArray<Context>>> = {
  packages: ['naming', 'instance', 'identity', 'projects'],
}

/** The context a file belongs to, in any of the three trees that are cut by contexts. */
const contextOf = (path: string): Context | undefined => {
  const name = /^(?:core\/src\/domains|adapters\/src\/read-model|server\/src\/api\/v4)\/([^/]+)\//.exec(path)?.[1]
  return CONTEXTS.find((context) => context === name)
}

/** Whether files of one context may use another. */
const mayUse = (from: Context, to: Context): boolean =>
  from === to || (ONLY[from]?.includes(to) ?? CONTEXTS.indexOf(to) < CONTEXTS.indexOf(from))

/** Which context declares which queries of the read model, from the declarations in `core/src/domains`. */
export const declaredQueries = (workspace: Workspace): ReadonlyMap<string, Context> => {
  const declared = new Map<string, Context>()
  for (const [path, text] of workspace.files) {
    const context = path.startsWith('core/') ? contextOf(path) : undefined
    if (context === undefined) continue
    const members = /interface ReadModel \{([^}]*)\}/.exec(text)?.[1] ?? ''
    for (const [, name] of members.matchAll(/readonly (\w+):/g)) if (name !== undefined) declared.set(name, context)
  }
  return declared
}

/** Contexts use each other one way only, in imports and in what they ask of the read model. */
export const contexts: Rule = (workspace) => {
  const queries = declaredQueries(workspace)
  const findings: Array<Finding> = []
  for (const { path, imports, queryUses } of workspace.sources.values()) {
    const from = contextOf(path)
    if (from === undefined) continue
    const check = (to: Context | undefined, line: number, what: string): void => {
      if (to !== undefined && !mayUse(from, to))
        findings.push({ grade: 'error', path, line, message: `${from} may not use ${to}: ${what}` })
    }
    for (const { specifier, line } of imports) {
      const target = resolve(workspace, path, specifier)
      if (target !== undefined) check(contextOf(target), line, specifier)
    }
    for (const use of queryUses) check(queries.get(use.queries), use.line, `read.${use.queries}`)
  }
  return findings
}

/** The table of contexts in ARCHITECTURE.md names them in their order. */
export const contextTable: Rule = (workspace) => {
  const path = 'ARCHITECTURE.md'
  const section = /^## Contexts\n([\s\S]*?)^## /m.exec(workspace.files.get(path) ?? '')?.[1]
  if (section === undefined) return []
  const named = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  const wanted = CONTEXTS.join(', ')
  return named.join(', ') === wanted ? [] : [{ grade: 'error', path, message: `the contexts are ${wanted}` }]
}
