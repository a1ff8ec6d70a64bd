import type { JobTokenEvent } from './events.js'

export type JobTokenCommand = { readonly type: 'Issue' } & JobTokenEvent['data']
