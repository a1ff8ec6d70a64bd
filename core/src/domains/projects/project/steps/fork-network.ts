import type { Forge } from '../../../../app/forge.js'
import type { ProjectRow } from '../queries.js'

/** The most forks that are followed. */
const DEEPEST = 32

const rootOf = (forge: Forge, project: ProjectRow): number => {
  let root = project
  for (let depth = 0; root.forkedFrom !== null && depth < DEEPEST; depth++) {
    const parent = forge.read.projects.byId(root.forkedFrom)
    if (parent === undefined) break
    root = parent
  }
  return root.id
}

/** Whether both belong to one fork network. */
export const areInSameForkNetwork = (forge: Forge, one: ProjectRow, other: ProjectRow): boolean =>
  one.id === other.id || rootOf(forge, one) === rootOf(forge, other)
