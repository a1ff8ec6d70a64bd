import type { Place } from '../../projects/owner/place.js'

/** A label as its decider remembers it. */
export interface LiveLabel {
  readonly kind: 'live'
  readonly place: Place
  readonly title: string
  readonly color: string
  readonly description: string | null
  readonly priority: number | null
  readonly subscribers: ReadonlyArray<number>
}

export type LabelState = { readonly kind: 'none' } | LiveLabel | { readonly kind: 'deleted' }
