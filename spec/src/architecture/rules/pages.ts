import type { Finding, Rule } from '../finding.js'

const AGGREGATES = /\bforge\.aggregates\b/

/** Pages go through use cases: they neither ask the read model nor load and execute aggregates themselves. */
export const pages: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const { path, queryUses } of workspace.sources.values()) {
    if (!path.startsWith('server/src/pages/')) continue
    for (const { queries, line } of queryUses)
      findings.push({ grade: 'error', path, line, message: `pages go through use cases, not read.${queries}` })
    for (const [index, text] of (workspace.files.get(path) ?? '').split('\n').entries())
      if (AGGREGATES.test(text))
        findings.push({ grade: 'error', path, line: index + 1, message: 'pages go through use cases, not aggregates' })
  }
  return findings
}
