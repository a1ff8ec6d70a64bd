import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { PipelineTriggerData } from './aggregate.js'

/** A pipeline trigger in the read model; its token is sealed. */
export interface PipelineTriggerRow extends Omit<PipelineTriggerData, 'digest'> {
  readonly id: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** When it created its last pipeline. */
  readonly lastUsed: Instant | null
}

export interface PipelineTriggerQueries {
  readonly find: (projectId: number, id: number) => PipelineTriggerRow | undefined
  /** By the SHA-256 of its token. */
  readonly byDigest: (digest: string) => PipelineTriggerRow | undefined
  /** By id. */
  readonly list: (projectId: number, page: PageRequest) => Page<PipelineTriggerRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly pipelineTriggers: PipelineTriggerQueries
  }
}
