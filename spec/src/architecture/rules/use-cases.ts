import type { Finding, Rule } from '../finding.js'

const USE_CASES = /^core\/src\/domains\/.+\/use-cases(\.ts|\/)/
const EXPORTED = /^export (?:async )?(?:const|function) (\w+)(: \w+)?/
const FORMS: ReadonlySet<string> = new Set([': UseCase', ': Query', ': AsyncQuery', ': Lookup', ': VisibleLookup'])

/** What stands among the use cases has one of their forms; a step of several use cases, with a signature of its own, stands in `steps/`, and what finds a thing for a caller in `access.ts`. */
export const useCaseForms: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const path of workspace.sources.keys()) {
    if (!USE_CASES.test(path)) continue
    ;(workspace.files.get(path) ?? '').split('\n').forEach((text, index) => {
      const [, name, form = ''] = EXPORTED.exec(text) ?? []
      if (name === undefined || FORMS.has(form)) return
      const message = `${name} is no use case, query or look-up: a step goes into steps/, what finds a thing into access.ts`
      findings.push({ grade: 'error', path, line: index + 1, message })
    })
  }
  return findings
}
