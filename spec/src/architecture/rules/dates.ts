import type { Finding, Rule } from '../finding.js'
import { isTest } from '../workspace.js'

/** Both turn the thirtieth of February into the first of March. */
const LENIENT = /\bDate\.parse\(|\bnew Date\(['"`]/

const READER = 'core/src/kernel/instant.ts'

/** Dates of clients are read by `readInstant` and `readDay` of the kernel, which know the calendar. */
export const dates: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const path of workspace.sources.keys()) {
    if (isTest(path) || path === READER || path.startsWith('spec/')) continue
    for (const [index, text] of (workspace.files.get(path) ?? '').split('\n').entries())
      if (LENIENT.test(text))
        findings.push({
          grade: 'error',
          path,
          line: index + 1,
          message: 'read dates by readInstant or readDay, moments of our own by millisecondsOf',
        })
  }
  return findings
}
