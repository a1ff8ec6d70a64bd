import type { Cancellation } from './cancellation.js'
import type { ObjectId } from './git-objects.js'
import type { Repository } from './git-repository.js'

/** The two services of git's smart protocol: fetch and push. */
export type WireService = 'git-upload-pack' | 'git-receive-pack'

export interface WireRequest {
  readonly repository: number
  /** The client's `Git-Protocol` header, where it sent one. */
  readonly protocol?: string | undefined
  /** Ends the work when the request ends, for whatever reason. */
  readonly signal: Cancellation
}

export interface PushedRef {
  readonly ref: string
  readonly from: ObjectId | null
  readonly to: ObjectId | null
}

/** A push whose objects are in quarantine and whose refs have not been updated. */
export interface PushProposal {
  readonly updates: ReadonlyArray<PushedRef>
  /** The repository including the new objects; read-only, and only until the decision. */
  readonly repository: Repository
  /** The push options (`--push-option`). */
  readonly options: ReadonlyArray<string>
  /** The bytes of the new objects on disk. */
  readonly arrived: () => Promise<number>
}

/** The whole push is accepted or refused; the message is shown to the user who pushes. */
export type PushVerdict = { readonly kind: 'Accepted' } | { readonly kind: 'Refused'; readonly message: string }

export interface PushRequest extends WireRequest {
  /** The largest push in bytes; undefined: unlimited. */
  readonly maxBytes?: number | undefined
  /** Called once, before any ref is updated. */
  readonly decide: (proposal: PushProposal) => Promise<PushVerdict>
  /** Called with the updated refs, before the client's command ends. The text, of whole lines, is shown to the user who pushes. */
  readonly settled: (updates: ReadonlyArray<PushedRef>) => Promise<string>
}

/** The response to a request of git's protocol, streamed. It rejects where the git program fails. */
export interface WireAnswer {
  readonly output: AsyncIterable<Uint8Array>
  /** Resolves once the program has ended and the push is completely settled. */
  readonly ended: Promise<void>
}

/** Git's smart protocol, stateless as over HTTP. */
export interface GitWire {
  readonly advertise: (service: WireService, request: WireRequest) => WireAnswer
  readonly fetch: (request: WireRequest, input: AsyncIterable<Uint8Array>) => WireAnswer
  readonly push: (request: PushRequest, input: AsyncIterable<Uint8Array>) => WireAnswer
}
