import type { Cancellation } from './cancellation.js'
import type { ObjectId } from './git-objects.js'
import type { Repository } from './git-repository.js'

/** The two halves of git's smart protocol: reading and writing. */
export type WireService = 'git-upload-pack' | 'git-receive-pack'

export interface WireRequest {
  readonly repository: number
  /** The client's `Git-Protocol` header, where it sent one. */
  readonly protocol?: string | undefined
  /** Ends the work when the request is over, whatever ended it. */
  readonly signal: Cancellation
}

export interface PushedRef {
  readonly ref: string
  readonly from: ObjectId | null
  readonly to: ObjectId | null
}

/** A push whose objects have arrived in quarantine and whose refs have not moved yet. */
export interface PushProposal {
  readonly updates: ReadonlyArray<PushedRef>
  /** The repository with the new objects in sight; only for reading, only until the verdict. */
  readonly repository: Repository
  /** What the client sends along with `--push-option`. */
  readonly options: ReadonlyArray<string>
  /** Bytes that the new objects take on disk. */
  readonly arrived: () => Promise<number>
}

/** The whole push is taken or refused; the message is shown to the one who pushes. */
export type PushVerdict = { readonly kind: 'Accepted' } | { readonly kind: 'Refused'; readonly message: string }

export interface PushRequest extends WireRequest {
  /** A push with more bytes is refused; undefined has no limit. */
  readonly maxBytes?: number | undefined
  /** Asked once, before any ref moves. */
  readonly decide: (proposal: PushProposal) => Promise<PushVerdict>
  /** Called with the refs that moved, before the client's command ends. */
  readonly settled: (updates: ReadonlyArray<PushedRef>) => Promise<void>
}

/** The answer to a request of git's protocol, streamed. It rejects where the git program fails. */
export interface WireAnswer {
  readonly output: AsyncIterable<Uint8Array>
  /** Resolves after the program has ended and everything about the push is settled. */
  readonly ended: Promise<void>
}

/** Git's smart protocol, stateless as over HTTP. */
export interface GitWire {
  readonly advertise: (service: WireService, request: WireRequest) => WireAnswer
  readonly fetch: (request: WireRequest, input: AsyncIterable<Uint8Array>) => WireAnswer
  readonly push: (request: PushRequest, input: AsyncIterable<Uint8Array>) => WireAnswer
}
