import type { Finding, Rule } from '../finding.js'
import { libraryOf } from '../resolve.js'
import { isTest, packageOf } from '../workspace.js'

/** Libraries that may be imported in one place only. */
const CONFINED: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  [
    'tsyringe',
    [
      'server/src/composition/container.ts',
      'server/src/composition/injection-tokens.ts',
      'server/src/composition/register-ports.ts',
    ],
  ],
  ['reflect-metadata', ['server/src/composition/container.ts']],
  ['better-sqlite3', ['adapters/src/sqlite/', 'adapters/src/read-model/', 'spec/src/bench/', 'spec/src/processes/']],
  ['@eventstore/db-client', ['adapters/src/eventstoredb/', 'spec/src/']],
  ['uWebSockets.js', ['server/src/transport/']],
])

/** `core` knows fp-ts and io-ts and nothing else: no node, no clock, no randomness, no timers. */
export const purity: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const module of workspace.sources.values()) {
    if (packageOf(module.path) !== 'core') continue
    const error = (line: number, message: string): void => {
      findings.push({ grade: 'error', path: module.path, line, message })
    }
    for (const { specifier, line } of module.imports) {
      if (specifier.startsWith('.') || specifier.startsWith('@forgefold/') || specifier === 'io-ts') continue
      if (!specifier.startsWith('fp-ts/')) error(line, `core imports fp-ts and io-ts only, not ${specifier}`)
    }
    for (const { name, line } of module.impurities)
      error(line, `core is pure: ${name} has to come in as a value or a port`)
  }
  return findings
}

/** Libraries are confined to the module that wraps them, and fp-ts is imported by the subpath that Node can load. */
export const confinement: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const module of workspace.sources.values()) {
    for (const { specifier, line } of module.imports) {
      const error = (message: string): void => {
        findings.push({ grade: 'error', path: module.path, line, message })
      }
      const library = libraryOf(specifier)
      if (library === 'fp-ts' && !/^fp-ts\/lib\/\w+\.js$/.test(specifier)) error('import fp-ts by fp-ts/lib/Name.js')
      const places = library === undefined ? undefined : CONFINED.get(library)
      if (places === undefined || isTest(module.path)) continue
      if (!places.some((place) => module.path.startsWith(place))) error(`${library} belongs in ${places.join(', ')}`)
    }
  }
  return findings
}
