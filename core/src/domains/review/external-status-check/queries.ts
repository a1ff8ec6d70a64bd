import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { ExternalStatusCheckData } from './aggregate.js'
import type { StatusCheckResponseData, StatusCheckResult } from './response.js'

/** An external status check in the read model; its URL is sealed. */
export interface ExternalStatusCheckRow extends ExternalStatusCheckData {
  readonly id: number
}

export interface ExternalStatusCheckQueries {
  readonly find: (projectId: number, id: number) => ExternalStatusCheckRow | undefined
  /** By id. */
  readonly list: (projectId: number, page: PageRequest) => Page<ExternalStatusCheckRow>
  /** By id. */
  readonly ofProject: (projectId: number) => ReadonlyArray<ExternalStatusCheckRow>
  /** What the newest response says; undefined where there is none for this head. */
  readonly statusOf: (of: Omit<StatusCheckResponseData, 'status'>) => StatusCheckResult | undefined
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly externalStatusChecks: ExternalStatusCheckQueries
  }
}
