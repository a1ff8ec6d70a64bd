import { isBuiltin } from 'node:module'
import type { Finding, Rule } from '../finding.js'
import { type House, isTest, packageOf } from '../house.js'
import { libraryOf } from '../resolve.js'

type Manifest = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

const declared = (house: House, folder: string, sections: ReadonlyArray<string>): ReadonlySet<string> => {
  const text = house.files.get(`${folder}package.json`)
  const manifest = (text === undefined ? {} : JSON.parse(text)) as Manifest
  return new Set(sections.flatMap((section) => Object.keys(manifest[section] ?? {})))
}

/** What a package imports stands in its own package.json. */
export const dependencies: Rule = (house) => {
  const findings: Array<Finding> = []
  const shared = declared(house, '', ['devDependencies'])
  for (const module of house.modules.values()) {
    const home = packageOf(module.path)
    const own = declared(house, `${home}/`, ['dependencies', 'optionalDependencies', 'devDependencies'])
    for (const { specifier, line } of module.imports) {
      const library = libraryOf(specifier)
      if (library === undefined || isBuiltin(library) || library === `@forgefold/${home}`) continue
      if (own.has(library) || (isTest(module.path) && shared.has(library))) continue
      findings.push({ grade: 'error', path: module.path, line, message: `${library} is not in ${home}/package.json` })
    }
  }
  return findings
}

/** The lockfile names no host, so that it installs from whichever registry is at hand. */
export const lockfile: Rule = (house) =>
  (house.files.get('package-lock.json') ?? '')
    .split('\n')
    .flatMap(
      (text, index): ReadonlyArray<Finding> =>
        /"resolved": "(https?|git)/.test(text)
          ? [{ grade: 'error', path: 'package-lock.json', line: index + 1, message: 'an address in the lockfile' }]
          : [],
    )
