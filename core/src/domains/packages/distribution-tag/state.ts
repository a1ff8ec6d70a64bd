/** Where a tag points. */
export interface Pointer {
  readonly tagId: number
  readonly packageId: number
}

export interface DistributionTagState {
  readonly tags: ReadonlyMap<string, Pointer>
}
