/** Which addresses a request may reach. */
export interface AddressPolicy {
  /** Includes addresses of this machine and of private networks. */
  readonly local: boolean
  /** Hosts, addresses and networks that may be reached in any case, each with or without a port. */
  readonly allowedHosts: ReadonlyArray<string>
  /** The request goes to the checked address, which prevents DNS rebinding; otherwise the host is resolved once more. */
  readonly pinned: boolean
}

export interface OutboundRequest {
  /** With http or https. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For everything up to the headers of the response, or to the requested part of its body. */
  readonly timeoutMs: number
  readonly reach: AddressPolicy
  /** Whether the server's certificate must be valid; default: true. */
  readonly verifiesTls?: boolean
  /** The certificate of this client (TLS), each in PEM. */
  readonly clientCertificate?: {
    readonly cert: string
    readonly key: string
    readonly passphrase?: string
  }
  /** How much of the response body is returned; default: nothing. */
  readonly answerBytes?: number
}

export type OutboundOutcome =
  /** Redirects are returned as responses and not followed. */
  | {
      readonly kind: 'Answered'
      readonly status: number
      /** Where the body was requested. */
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** Nothing was sent, because the policy forbids the address. */
  | { readonly kind: 'Blocked' }
  /** No response, or none in time. */
  | { readonly kind: 'Failed' }

/** Sends HTTP requests of the instance. It never rejects. */
export interface Outbound {
  readonly post: (request: OutboundRequest) => Promise<OutboundOutcome>
}

declare module '../app/forge.js' {
  interface Forge {
    readonly outbound: Outbound
  }
}
