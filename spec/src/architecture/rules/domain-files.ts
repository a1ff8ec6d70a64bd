import type { Finding, Rule } from '../finding.js'
import type { Workspace } from '../workspace.js'

/** Wrong names of the standard files of a domain, each with the right one. */
const MISNAMED: ReadonlyMap<string, string> = new Map([
  ['event.ts', 'events.ts'],
  ['command.ts', 'commands.ts'],
  ['decide.ts', 'decider.ts'],
  ['policies.ts', 'policy.ts'],
  ['query.ts', 'queries.ts'],
  ['use-case.ts', 'use-cases.ts'],
  ['usecases.ts', 'use-cases.ts'],
  ['codec.ts', 'events.ts'],
  ['handlers.ts', 'use-cases.ts'],
])

/** The pure files of a domain, which import neither queries nor use cases. */
const INNER = /\/(aggregate|events|state|commands|decider|evolve|policy)\.ts$/
const OUTER = /\/app\/|\/(queries|use-cases)(\.js|\/)|\/steps\//

const domainsOf = (workspace: Workspace): ReadonlyMap<string, ReadonlySet<string>> => {
  const domains = new Map<string, Set<string>>()
  for (const path of workspace.sources.keys()) {
    const at = /^core\/src\/domains\/([^/]+\/[^/]+)\/(.+)$/.exec(path)
    if (at?.[1] === undefined || at[2] === undefined) continue
    const files = domains.get(at[1]) ?? new Set()
    domains.set(at[1], files.add(at[2]))
  }
  return domains
}

const findingsIn = (files: ReadonlySet<string>): ReadonlyArray<readonly [string, string]> => {
  const isSplit = files.has('events.ts') && !files.has('aggregate.ts')
  const wanted = isSplit ? ['state.ts', 'commands.ts', 'decider.ts', 'index.ts'] : ['index.ts']
  const missing = wanted.filter((file) => !files.has(file)).map((file) => [file, 'this file is missing'] as const)
  const misnamed = [...files].flatMap((file) => {
    const right = MISNAMED.get(file)
    return right === undefined ? [] : [[file, `this file is called ${right} everywhere`] as const]
  })
  const both = files.has('use-cases.ts') && [...files].some((file) => file.startsWith('use-cases/'))
  return [...missing, ...misnamed, ...(both ? [['use-cases.ts', 'a file or a folder, not both'] as const] : [])]
}

/** Every domain folder has files of the same names: an aggregate is one file, `aggregate.ts`, or events, state, commands and decider each in theirs. */
export const domainFiles: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const [domain, files] of domainsOf(workspace)) {
    for (const [file, message] of findingsIn(files))
      findings.push({ grade: 'error', path: `core/src/domains/${domain}/${file}`, message })
  }
  for (const { path, imports } of workspace.sources.values()) {
    if (!path.startsWith('core/src/domains/') || !INNER.test(path)) continue
    for (const { specifier, line } of imports)
      if (OUTER.test(specifier))
        findings.push({ grade: 'error', path, line, message: `a pure file of a domain may not import ${specifier}` })
  }
  return findings
}
