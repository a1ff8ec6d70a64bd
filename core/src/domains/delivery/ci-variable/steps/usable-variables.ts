import type { Forge } from '../../../../app/forge.js'
import type { CiVariableType } from '../aggregate.js'
import { variablesFor } from './configured-variables.js'

/** Whether a pattern of names of environments, with `*` for anything, takes a name. */
const takesName = (scope: string, name: string): boolean => {
  const [first = '', ...rest] = scope.split('*')
  if (rest.length === 0) return scope === name
  if (!name.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

/** Whether a variable comes to a job as a file. */
export const isFileVariable = (type: CiVariableType): boolean => type === 'file'

/** What is configured for a job, on what kind of ref and in which environment: later ones go over those before. */
export const usableVariables = (
  forge: Forge,
  project: { readonly id: number; readonly groupId: number | null },
  { isProtectedRef, environment }: { readonly isProtectedRef: boolean; readonly environment: string | null },
) =>
  variablesFor(forge, project)
    .filter(
      ({ environmentScope, ...row }) =>
        (isProtectedRef || !row.protected) &&
        (environmentScope === '*' || takesName(environmentScope, environment ?? '')),
    )
    .map((row) => ({
      key: row.key,
      value: forge.secretBox.open(row.value) ?? '',
      public: false,
      file: isFileVariable(row.type),
      masked: row.masked,
    }))
