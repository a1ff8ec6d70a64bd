/** Time-outs of calls, and pauses between attempts. */
export interface Timeouts {
  /** Milliseconds until an append without an answer counts as unknown; default 5,000. */
  readonly appendTimeout: number
  /** Milliseconds that a read may stand still, and that a subscription may go unconfirmed; default 10,000. */
  readonly readTimeout: number
  /** The longest pause before a broken subscription is taken up again, in milliseconds; default 5,000. */
  readonly maxBackOff: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { appendTimeout: 5_000, readTimeout: 10_000, maxBackOff: 5_000 }

/** The first pause before a broken subscription is taken up again. */
export const MIN_BACK_OFF_MS = 20
