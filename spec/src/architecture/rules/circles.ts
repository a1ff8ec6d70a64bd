import type { Finding, Rule } from '../finding.js'
import type { House } from '../house.js'
import { resolve } from '../resolve.js'

const targetsOf = (house: House, path: string): ReadonlyArray<string> =>
  (house.modules.get(path)?.imports ?? [])
    .map(({ specifier }) => resolve(house, path, specifier))
    .filter((target) => target !== undefined)

/** No file reaches itself by its imports, types included. Each circle is told once, as the path that closes it. */
export const circles: Rule = (house) => {
  const findings: Array<Finding> = []
  const left = new Set<string>()
  const trail: Array<string> = []
  const visit = (path: string): void => {
    const open = trail.indexOf(path)
    if (open !== -1) {
      findings.push({
        grade: 'error',
        path,
        message: `import circle: ${[...trail.slice(open), path].join(' → ')}`,
      })
      return
    }
    if (left.has(path)) return
    trail.push(path)
    for (const target of targetsOf(house, path)) visit(target)
    trail.pop()
    left.add(path)
  }
  for (const path of house.modules.keys()) visit(path)
  return findings
}
