import type { Forge } from '../../../../app/forge.js'
import type { CiVariableOwner } from '../aggregate.js'
import type { CiVariableRow } from '../queries.js'

interface Project {
  readonly id: number
  readonly groupId: number | null
}

/**
 * The variables that apply to a project: those of the instance first, then those of its groups from the outermost inwards, then its own. Later
 * ones override earlier ones.
 */
export const variablesFor = (forge: Forge, { id, groupId }: Project): ReadonlyArray<CiVariableRow> => {
  const groups = groupId === null ? [] : forge.read.groups.withAncestors(groupId).toReversed()
  const owners: ReadonlyArray<CiVariableOwner> = [
    { kind: 'instance', id: 0 },
    ...groups.map((group) => ({ kind: 'group' as const, id: group })),
    { kind: 'project', id },
  ]
  return owners.flatMap((owner) => forge.read.ciVariables.all(owner))
}

/** The variables of a project's pipelines on a ref, decrypted. */
export const configuredVariables = (
  forge: Forge,
  project: Project,
  isProtectedRef: boolean,
): Readonly<Record<string, string>> => {
  const usable = variablesFor(forge, project).filter(
    (row) => row.environmentScope === '*' && (isProtectedRef || !row.protected),
  )
  return Object.fromEntries(usable.map((row) => [row.key, forge.secretBox.open(row.value) ?? '']))
}
