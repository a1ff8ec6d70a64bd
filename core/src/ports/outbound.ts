/** Which addresses a request may go to. */
export interface Reach {
  /** Addresses of this machine and of private networks too. */
  readonly local: boolean
  /** Hosts, addresses and networks that may be reached all the same, each with or without a port. */
  readonly spared: ReadonlyArray<string>
  /** The request goes to the very address that was judged; otherwise the host is looked up once more. */
  readonly pinned: boolean
}

export interface OutboundRequest {
  /** With http or https. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything up to the head of the answer. */
  readonly timeoutMs: number
  readonly reach: Reach
}

export type OutboundOutcome =
  /** Redirects are answers, they are not followed. */
  | { readonly kind: 'Answered'; readonly status: number }
  /** Nothing was sent: it would have gone where it may not. */
  | { readonly kind: 'Blocked' }
  /** No answer, or none in time. */
  | { readonly kind: 'Failed' }

/** Requests that the instance makes itself. It never rejects. */
export interface Outbound {
  readonly post: (request: OutboundRequest) => Promise<OutboundOutcome>
}

declare module '../app/forge.js' {
  interface Forge {
    readonly outbound: Outbound
  }
}
