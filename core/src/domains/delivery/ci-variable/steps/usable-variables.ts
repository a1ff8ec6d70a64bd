import type { Forge } from '../../../../app/forge.js'
import { matchesWildcard } from '../../../../kernel/index.js'
import type { CiVariableType } from '../aggregate.js'
import { variablesFor } from './variable-precedence.js'

/** Whether jobs receive a variable as a file. */
export const isFileVariable = (type: CiVariableType): boolean => type === 'file'

/** The variables of a job for its kind of ref and its environment; later ones override earlier ones. */
export const usableVariables = (
  forge: Forge,
  project: { readonly id: number; readonly groupId: number | null },
  { isProtectedRef, environment }: { readonly isProtectedRef: boolean; readonly environment: string | null },
) =>
  variablesFor(forge, project)
    .filter(
      ({ environmentScope, ...row }) =>
        (isProtectedRef || !row.protected) && matchesWildcard(environmentScope, environment ?? ''),
    )
    .map((row) => ({
      key: row.key,
      value: forge.secretBox.open(row.value) ?? '',
      public: false,
      file: isFileVariable(row.type),
      masked: row.masked,
    }))
