import type { AwardData } from './events.js'

export type AwardEmojiCommand = ({ readonly type: 'Give' } & AwardData) | { readonly type: 'TakeBack' }
