import type { Finding, Rule } from '../finding.js'

/** Reports of what packages show, each with where the sources lie that it is made from. */
const REPORTS = [
  ['core/api.txt', ['core/src/']],
  ['adapters/api.txt', ['adapters/src/']],
  ['server/api.txt', ['server/src/']],
  ['spec/packages/laws/api.txt', ['spec/src/laws/', 'spec/packages/laws/']],
  ['spec/packages/testing/api.txt', ['server/src/testing/', 'spec/packages/testing/']],
] as const

const FUNCTION = /^declare const (\w+): (?:<[^(]*>)?\(/gm

const WITH_EXAMPLE =
  /\/\*\*(?:(?!\*\/)[\s\S])*\n \* @example(?:(?!\*\/)[\s\S])*\*\/\n(?:\/\/.*\n)*export (?:declare )?const (\w+)\b/g

/** Public functions show how they are used: `@example` in their docstring, which a test runs. */
export const examples: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const [report, sources] of REPORTS) {
    const shown = new Set<string>()
    for (const [path, text] of workspace.files)
      if (sources.some((folder) => path.startsWith(folder)))
        for (const [, name = ''] of text.matchAll(WITH_EXAMPLE)) shown.add(name)
    for (const [, name = ''] of (workspace.files.get(report) ?? '').matchAll(FUNCTION)) {
      if (shown.has(name)) continue
      findings.push({ grade: 'error', path: report, message: `${name} is public: give its docstring an @example` })
    }
  }
  return findings
}
