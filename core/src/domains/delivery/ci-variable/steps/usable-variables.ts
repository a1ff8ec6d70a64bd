import type { Forge } from '../../../../app/forge.js'
import { fitsStars } from '../../../../kernel/index.js'
import type { CiVariableType } from '../aggregate.js'
import { variablesFor } from './configured-variables.js'

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
        (isProtectedRef || !row.protected) && fitsStars(environmentScope, environment ?? ''),
    )
    .map((row) => ({
      key: row.key,
      value: forge.secretBox.open(row.value) ?? '',
      public: false,
      file: isFileVariable(row.type),
      masked: row.masked,
    }))
