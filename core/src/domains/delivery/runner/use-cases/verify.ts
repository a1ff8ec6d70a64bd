import type { Query } from '../../../../app/forge.js'
import { runnerOfToken } from '../access.js'
import type { RunnerRow } from '../queries.js'

/** The runner whose authentication token this is. Rejections: `Forbidden`. */
export const verifyRunner: Query<{ readonly token: string }, RunnerRow> = (forge, _, { token }) =>
  runnerOfToken(forge, token)
