import type { AwardData } from './events.js'

export type AwardEmojiState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & AwardData)
  | { readonly kind: 'taken_back' }
