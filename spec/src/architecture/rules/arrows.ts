import type { Finding, Rule } from '../finding.js'
import { resolve } from '../resolve.js'
import { isTest, PACKAGES, packageOf } from '../workspace.js'

/** Inside `core`: what each inner module may import. A module that is not named here may import every other. */
const MODULES: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ['kernel', []],
  ['access', ['kernel']],
  ['ports', ['kernel', 'access']],
  ['releases', ['kernel']],
  ['app', ['kernel', 'access', 'ports', 'releases']],
  ['audit', ['kernel', 'access', 'ports', 'app']],
])

const moduleOf = (path: string): string | undefined => /^core\/src\/([^/]+)\//.exec(path)?.[1]

/** What is wrong with one import that ends in the file `target` of this workspace. */
const wrongs = (from: string, specifier: string, target: string): ReadonlyArray<string> => {
  const [home, away] = [packageOf(from), packageOf(target)]
  const byName = specifier.startsWith('@forgefold/')
  const messages: Array<string> = []
  if (!byName && away !== home) messages.push(`reach ${away} by its name, not by ${specifier}`)
  if (byName && away === home && !isTest(from)) messages.push(`inside ${home}, import the file, not ${specifier}`)
  if (away !== home && !PACKAGES.get(home)?.includes(away)) messages.push(`${home} may not import ${away}`)
  const [module, reached] = [moduleOf(from), moduleOf(target)]
  const allowed = module === undefined ? undefined : MODULES.get(module)
  if (away === 'core' && reached !== undefined && reached !== module && allowed?.includes(reached) === false)
    messages.push(`core/src/${module} may not import core/src/${reached}`)
  return messages
}

/** Imports between packages, and between the modules of `core`, point one way; across packages they end at a folder's index. */
export const arrows: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const { path, imports } of workspace.sources.values()) {
    for (const { specifier, line } of imports) {
      if (!/^(\.|@forgefold\/)/.test(specifier)) continue
      const target = resolve(workspace, path, specifier)
      const messages =
        target === undefined ? [`${specifier} is not a file or a folder's index`] : wrongs(path, specifier, target)
      for (const message of messages) findings.push({ grade: 'error', path, line, message })
    }
  }
  return findings
}
