import type { Forge } from '../../../../app/forge.js'
import type { CiVariableOwner } from '../aggregate.js'
import { ciVariableValue } from '../use-cases.js'

/** What is configured for pipelines of a project on a ref: the instance first, then its groups from the outermost on, then its own, each before what goes over it. */
export const configuredVariables = (
  forge: Forge,
  { id, groupId }: { readonly id: number; readonly groupId: number | null },
  isProtectedRef: boolean,
): Readonly<Record<string, string>> => {
  const groups = groupId === null ? [] : forge.read.groups.withAncestors(groupId).toReversed()
  const owners: ReadonlyArray<CiVariableOwner> = [
    { kind: 'instance', id: 0 },
    ...groups.map((group) => ({ kind: 'group' as const, id: group })),
    { kind: 'project', id },
  ]
  const rows = owners.flatMap((owner) => forge.read.ciVariables.all(owner))
  const usable = rows.filter((row) => row.environmentScope === '*' && (isProtectedRef || !row.protected))
  return Object.fromEntries(usable.map((row) => [row.key, ciVariableValue(forge, row)]))
}
