/** Time-outs of calls, and pauses between attempts. */
export interface Timeouts {
  /** Milliseconds after which the outcome of an unanswered append counts as unknown; default 5,000. */
  readonly appendTimeout: number
  /** Milliseconds after which a connection that is not established is given up for a new one; default 10,000. */
  readonly connectTimeout: number
  /** Milliseconds without progress after which a read fails, or an unconfirmed subscription; default 10,000. */
  readonly readTimeout: number
  /** The longest pause before a broken subscription is resumed, in milliseconds; default 5,000. */
  readonly maxBackOff: number
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  appendTimeout: 5_000,
  connectTimeout: 10_000,
  readTimeout: 10_000,
  maxBackOff: 5_000,
}

/** The first pause before a broken subscription is resumed. */
export const MIN_BACK_OFF_MS = 20
