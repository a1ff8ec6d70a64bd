import type { Place } from '../../projects/owner/place.js'

export type LabelCommand =
  | {
      readonly type: 'Create'
      readonly place: Place
      readonly title: string
      /** As the client wrote it: hexadecimal or a CSS name. */
      readonly color: string
      readonly description: string | null
      readonly priority: number | null
    }
  | {
      readonly type: 'Change'
      readonly title?: string | undefined
      readonly color?: string | undefined
      readonly description?: string | null | undefined
      readonly priority?: number | null | undefined
    }
  | { readonly type: 'Subscribe'; readonly userId: number }
  | { readonly type: 'Unsubscribe'; readonly userId: number }
  | { readonly type: 'Delete' }
