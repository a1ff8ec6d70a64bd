import type { Finding, Rule } from '../finding.js'
import { declaredQueries } from './contexts.js'

/** The composition hands the read model to those who need it whole. */
const EXEMPT = 'server/src/composition/'

/** Folders of the server that still ask the read model, and in how many places: a number here is only ever lowered. */
const REMAINING: ReadonlyMap<string, number> = new Map([['server/src/auth', 3]])

const counted = (path: string, count: number, most: number): ReadonlyArray<Finding> => {
  if (count === most) return []
  const asked = `${count} places ask the read model`
  const message =
    count > most ? `${asked}: there may be no more than ${most}` : `${asked}: lower the ${most} in the rule`
  return [{ grade: 'error', path, message }]
}

/** Routes, presenters, pages and the rest of the server ask queries and look-ups of core; none of them asks the read model. */
export const serverQueries: Rule = (house) => {
  const queries = declaredQueries(house)
  const findings: Array<Finding> = []
  const counts = new Map<string, number>()
  for (const { path, queryUses } of house.modules.values()) {
    if (!path.startsWith('server/src/') || path.startsWith(EXEMPT)) continue
    const asked = queryUses.filter((use) => queries.has(use.queries))
    const folder = [...REMAINING.keys()].find((known) => path.startsWith(`${known}/`))
    if (folder !== undefined) counts.set(folder, (counts.get(folder) ?? 0) + asked.length)
    else
      for (const { queries: name, line } of asked) {
        const message = `the server asks queries and look-ups of core, not read.${name}`
        findings.push({ grade: 'error', path, line, message })
      }
  }
  for (const [folder, count] of counts) findings.push(...counted(folder, count, REMAINING.get(folder) ?? 0))
  return findings
}
