import type { Finding, Rule } from '../finding.js'

/** A value declared at the top of a module that is made to be changed later. */
const HIDDEN =
  /^(?:export )?(?:const (\w+)[^=\n]*= new (?:WeakMap|WeakSet|WeakRef|RecencyCache|KeyedMutex|RecentlySeen|Fragments|PageFragments)\b|let (\w+))/

const WATCHED = /^(?:core|server\/src\/(?:api|auth|limits|pages|oauth|git-http|raw-files))\//

/** What a process remembers is a part of the forge, made in the composition: no module of `core`, and none that answers requests, keeps it to itself. */
export const processState: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const path of workspace.sources.keys()) {
    if (!WATCHED.test(path)) continue
    for (const [index, text] of (workspace.files.get(path) ?? '').split('\n').entries()) {
      const found = HIDDEN.exec(text)
      if (found !== null)
        findings.push({
          grade: 'error',
          path,
          line: index + 1,
          message: `${found[1] ?? found[2]} is process state in a module: make it a part of the forge`,
        })
    }
  }
  return findings
}
