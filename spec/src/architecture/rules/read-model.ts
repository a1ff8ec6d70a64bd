import type { Rule } from '../finding.js'
import { declaredQueries } from './contexts.js'

/** The composition hands the read model to those who need it whole. */
const EXEMPT = 'server/src/composition/'

/** Routes, presenters, pages and the rest of the server ask queries and look-ups of core; none of them asks the read model. */
export const serverQueries: Rule = (workspace) => {
  const queries = declaredQueries(workspace)
  return [...workspace.sources.values()]
    .filter(({ path }) => path.startsWith('server/src/') && !path.startsWith(EXEMPT))
    .flatMap(({ path, queryUses }) =>
      queryUses
        .filter((use) => queries.has(use.queries))
        .map(({ queries: name, line }) => ({
          grade: 'error',
          path,
          line,
          message: `the server asks queries and look-ups of core, not read.${name}`,
        })),
    )
}
