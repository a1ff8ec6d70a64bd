import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { CiVariableDetails, CiVariableOwner } from './aggregate.js'

/** A CI/CD variable in the read model; its value is sealed. */
export interface CiVariableRow extends CiVariableDetails {
  readonly id: number
  readonly owner: CiVariableOwner
  readonly key: string
}

export interface CiVariableQueries {
  /** By id. */
  readonly list: (owner: CiVariableOwner, page: PageRequest) => Page<CiVariableRow>
  /** Of every scope of environments. */
  readonly named: (owner: CiVariableOwner, key: string) => ReadonlyArray<CiVariableRow>
  readonly all: (owner: CiVariableOwner) => ReadonlyArray<CiVariableRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly ciVariables: CiVariableQueries
  }
}
