/** Which addresses a request may go to. */
export interface AddressPolicy {
  /** Addresses of this machine and of private networks too. */
  readonly local: boolean
  /** Hosts, addresses and networks that may be reached all the same, each with or without a port. */
  readonly allowedHosts: ReadonlyArray<string>
  /** The request goes to the address that was checked (no DNS rebinding); otherwise the host is resolved once more. */
  readonly pinned: boolean
}

export interface OutboundRequest {
  /** With http or https. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything up to the head of the answer, or to the end of what is wanted of it. */
  readonly timeoutMs: number
  readonly reach: AddressPolicy
  /** Whether the certificate of the other side has to be good; default: true. */
  readonly verifiesTls?: boolean
  /** So much of the answer is given back; default: nothing. */
  readonly answerBytes?: number
}

export type OutboundOutcome =
  /** Redirects are answers, they are not followed. */
  | {
      readonly kind: 'Answered'
      readonly status: number
      /** Where the answer was wanted. */
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
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
