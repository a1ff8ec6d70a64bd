export type DistributionTagCommand =
  | {
      readonly type: 'Set'
      readonly tag: string
      readonly packageId: number
      /** The number of the tag where it is new; one that moves keeps its own. */
      readonly tagId: number
    }
  | { readonly type: 'Remove'; readonly tag: string }
