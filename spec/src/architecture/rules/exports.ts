import type { Finding, Rule } from '../finding.js'
import { resolve } from '../resolve.js'
import { isTest, type Workspace } from '../workspace.js'

/** What other programs import: all that these files export is used. */
const ENTRANCES = ['server/src/index.ts', 'spec/src/eventstoredb-double/index.ts']

const ALL = '*'

/** The names of each file that other files use, followed through whatever exports them again; `*` where all are. */
const usedNames = (workspace: Workspace): ReadonlyMap<string, ReadonlySet<string>> => {
  const used = new Map<string, Set<string>>()
  const use = (path: string, name: string): void => {
    const known = used.get(path) ?? new Set<string>()
    if (known.has(name)) return
    used.set(path, known.add(name))
    for (const again of workspace.sources.get(path)?.nameUses ?? []) {
      if (again.exportedAs === undefined || (![ALL, name].includes(again.exportedAs) && name !== ALL)) continue
      const target = resolve(workspace, path, again.specifier)
      // `export * as codecs` hands on everything; `export *` whatever was asked for.
      if (target !== undefined) use(target, again.name === ALL && again.exportedAs === ALL ? name : again.name)
    }
  }
  for (const path of ENTRANCES) use(path, ALL)
  for (const { path, nameUses } of workspace.sources.values())
    for (const { specifier, name, exportedAs } of nameUses) {
      const target = exportedAs === undefined ? resolve(workspace, path, specifier) : undefined
      if (target !== undefined) use(target, name)
    }
  return used
}

const isMentioned = (text: string, name: string): boolean => text.split(new RegExp(`\\b${name}\\b`)).length > 2

/** Whether a file exports the name as a type: such names are also vocabulary of what the file itself exports. */
const isType = (text: string, line: number): boolean =>
  /^export (?:declare )?(?:interface|type) /.test(text.split('\n')[line - 1] ?? '')

/**
 * Nothing is exported that no other file uses; a type may also be exported because something beside it is made of it.
 * What an `index.ts` exports again is its own choice.
 */
export const exports: Rule = (workspace) => {
  const used = usedNames(workspace)
  const findings: Array<Finding> = []
  for (const { path, ownExports } of workspace.sources.values()) {
    const names = used.get(path)
    if (isTest(path) || names?.has(ALL) === true) continue
    const text = workspace.files.get(path) ?? ''
    for (const { name, line } of ownExports) {
      if (names?.has(name) === true || (isType(text, line) && isMentioned(text, name))) continue
      findings.push({ grade: 'error', path, line, message: `no other file uses ${name}: do not export it` })
    }
  }
  return findings
}
