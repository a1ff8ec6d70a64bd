import { isBuiltin } from 'node:module'
import type { Finding, Rule } from '../finding.js'
import { libraryOf } from '../resolve.js'
import { isTest, packageOf, type Workspace } from '../workspace.js'

type Manifest = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

const declared = (workspace: Workspace, folder: string, sections: ReadonlyArray<string>): ReadonlySet<string> => {
  const text = workspace.files.get(`${folder}package.json`)
  const manifest = (text === undefined ? {} : JSON.parse(text)) as Manifest
  return new Set(sections.flatMap((section) => Object.keys(manifest[section] ?? {})))
}

/** What a package imports stands in its own package.json. */
export const dependencies: Rule = (workspace) => {
  const findings: Array<Finding> = []
  const shared = declared(workspace, '', ['devDependencies'])
  for (const module of workspace.sources.values()) {
    const home = packageOf(module.path)
    const own = declared(workspace, `${home}/`, [
      'dependencies',
      'optionalDependencies',
      'peerDependencies',
      'devDependencies',
    ])
    for (const { specifier, line } of module.imports) {
      const library = libraryOf(specifier)
      if (library === undefined || isBuiltin(library) || library === `@forgefold/${home}`) continue
      if (own.has(library) || (isTest(module.path) && shared.has(library))) continue
      findings.push({ grade: 'error', path: module.path, line, message: `${library} is not in ${home}/package.json` })
    }
  }
  return findings
}

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  /** What its makers say who have given it up. */
  readonly deprecated?: string
}

interface Lockfile {
  readonly packages?: Readonly<Record<string, Locked>>
}

const LOCKFILE = 'package-lock.json'

/** Packages for other platforms that the lockfile leaves out; `npm ci` refuses it then. */
const leftOut = (text: string): ReadonlyArray<string> => {
  const entries = Object.entries((JSON.parse(text) as Lockfile).packages ?? {})
  const locked = new Set(
    entries.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  )
  return entries
    .flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies))
    .filter((name) => !locked.has(name))
}

const givenUp = (text: string): ReadonlyArray<string> =>
  Object.entries((JSON.parse(text) as Lockfile).packages ?? {}).flatMap(([path, { deprecated }]) =>
    deprecated === undefined ? [] : [`${path} has been given up by its makers: ${deprecated}`],
  )

/** The lockfile is whole for every platform, names no host, so that it installs from whichever registry is at hand, and nothing that has been given up. */
export const lockfile: Rule = (workspace) => {
  const text = workspace.files.get(LOCKFILE) ?? '{}'
  const addresses = text
    .split('\n')
    .flatMap((line, index) => (/"resolved": "(https?|git)/.test(line) ? [index + 1] : []))
  return [
    ...addresses.map(
      (line): Finding => ({ grade: 'error', path: LOCKFILE, line, message: 'an address in the lockfile' }),
    ),
    ...givenUp(text).map((message): Finding => ({ grade: 'error', path: LOCKFILE, message })),
    ...leftOut(text).map((name): Finding => ({ grade: 'error', path: LOCKFILE, message: `${name} has no entry` })),
  ]
}
