import type { AttributeOwnerKind } from './aggregate.js'

export interface CustomAttributeRow {
  readonly key: string
  readonly value: string
}

export interface CustomAttributeQueries {
  /** In the order in which they were first set. */
  readonly list: (kind: AttributeOwnerKind, id: number) => ReadonlyArray<CustomAttributeRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly customAttributes: CustomAttributeQueries
  }
}
