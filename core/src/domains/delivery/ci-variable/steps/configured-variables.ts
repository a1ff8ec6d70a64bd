import type { Forge } from '../../../../app/forge.js'
import type { CiVariableOwner } from '../aggregate.js'
import type { CiVariableRow } from '../queries.js'

interface Project {
  readonly id: number
  readonly groupId: number | null
}

/** Everything configured for a project: of the instance first, then of its groups from the outermost on, then its own, each before what goes over it. */
export const variablesFor = (forge: Forge, { id, groupId }: Project): ReadonlyArray<CiVariableRow> => {
  const groups = groupId === null ? [] : forge.read.groups.withAncestors(groupId).toReversed()
  const owners: ReadonlyArray<CiVariableOwner> = [
    { kind: 'instance', id: 0 },
    ...groups.map((group) => ({ kind: 'group' as const, id: group })),
    { kind: 'project', id },
  ]
  return owners.flatMap((owner) => forge.read.ciVariables.all(owner))
}

/** What is configured for pipelines of a project on a ref, in the clear. */
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
