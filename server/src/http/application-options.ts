import type { Principal } from '@forgefold/core/access'
import type { CommandContext, Forge } from '@forgefold/core/app'
import type { Rejection } from '@forgefold/core/kernel'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Origin } from '../auth/authenticator.js'
import type { PresentedCredentials } from '../auth/presented-credentials.js'
import type { Needs } from '../auth/scope-check.js'
import type { BaseUrl } from './base-url.js'
import type { Sunsets } from './deprecation.js'
import type { DocumentedEndpoint } from './documented-endpoint.js'
import type { HttpRequest, HttpResponse, MaybePromise } from './message.js'
import type { PlainRoute } from './plain-route.js'
import type { RequestLoad } from './request-load.js'
import type { Context, LazyRoute, Route } from './route.js'

/** Finds out who calls. Rejections: `Unauthenticated` for a bad token, `Throttled` for too many of them, `InvalidToken`, `InsufficientScope`, `Forbidden`, `NotFound` (sudo). */
export type Authenticate = (presented: PresentedCredentials, needs: Needs, from: Origin) => Either<Rejection, Principal>

/** Finds out who calls by Basic credentials; asked on routes that take them, and only where nothing else is presented. */
export type AuthenticateBasic = (
  basic: NonNullable<PresentedCredentials['basic']>,
  needs: Needs,
  /** The address it comes from. */
  from: string,
) => MaybePromise<Either<Rejection, Principal>>

/** One answered request, for logs and metrics: the route's pattern, never its query. */
export interface ServedRequest {
  readonly method: string
  readonly pattern: string
  readonly status: number
  /** From the whole head of the request to the head of the answer. */
  readonly milliseconds: number
  readonly requestId: string
  readonly userId: number | undefined
  /** Where it came from; not copied out, because finding it out costs. */
  readonly from: Pick<HttpRequest, 'remoteAddress'>
}

/** A part of the server that recognises its requests by more than one pattern: git's own paths, which end where any project's path may begin. */
export interface Mount {
  /** For logs and metrics. */
  readonly pattern: string
  readonly matches: (request: HttpRequest) => boolean
  readonly handle: (request: HttpRequest, requestId: string, forge: Forge) => MaybePromise<HttpResponse>
}

/** What one request gets to work with. */
export interface RequestScope {
  /** The forge, as far as this request has time for it. */
  readonly forge: Forge
  /** What the work gives, or `late` where the request's time is over. */
  readonly inTime: <A>(work: Promise<A>, late: A) => Promise<A>
}

/** The forge as of a point in the past, for one request. */
export interface AsOfScope {
  readonly forge: Forge
  /** To be called once its answer has been sent. */
  readonly release: () => void
}

/** Finds the forge that a request reads as of a point in the past. */
export interface AsOfReads {
  readonly isAsOfRequest: (request: HttpRequest) => boolean
  /** The forge, or the answer of a refusal. */
  readonly open: (request: HttpRequest) => Promise<AsOfScope | HttpResponse>
}

/** What the HTTP layer is made of. */
export interface ApplicationOptions {
  readonly forge: Forge
  /** Made for each request; where it is missing, requests work with the forge itself. */
  readonly scopeOf?: () => RequestScope
  /** Below `/api/v4`; those of another release or tier are left out. */
  readonly routes: ReadonlyArray<LazyRoute>
  readonly plainRoutes: ReadonlyArray<PlainRoute>
  /** The endpoints of the public API; those that no route serves are answered 501. Called when the first of them is asked for. */
  readonly documented?: () => ReadonlyArray<DocumentedEndpoint>
  /** Asked before the routes. */
  readonly mounts?: ReadonlyArray<Mount>
  readonly authenticate: Authenticate
  readonly authenticateBasic?: AuthenticateBasic
  /** Makes the circumstances of a command for this caller. */
  readonly commandContext: (principal: Principal, request: HttpRequest, requestId: string) => CommandContext
  /** Asked after the check of the caller and before the parameters: what the settings of the instance forbid this caller just now. */
  readonly guard?: (context: Context, route: Route) => Rejection | undefined
  readonly requestId: () => string
  /** The base of links; default: the external URL, whatever host a request names. */
  readonly baseUrl?: BaseUrl
  /** Answers before anything else where a limit is reached; undefined lets the request through. */
  readonly throttle?: (request: HttpRequest) => MaybePromise<HttpResponse | undefined>
  /** Takes requests on or turns them away; where it is missing all are taken on. */
  readonly load?: RequestLoad
  /** Whether the stores are closed, or about to be: what fails from then on is answered 503, and is no defect. */
  readonly isClosed?: () => boolean
  /** Where it is missing, all requests read the present. */
  readonly asOfReads?: AsOfReads
  readonly onServed?: (served: ServedRequest) => void
  /** A defect: something threw. The client sees a bare 500. */
  readonly onDefect?: (error: unknown, requestId: string) => void
  /** Why a request could not be served now, in words from inside. The client is told a sentence of our own. */
  readonly onUnavailable?: (cause: string, requestId: string) => void
  /** A streamed body failed on its way, and the client did not end it: it sees a connection that breaks off. */
  readonly onResponseBodyError?: (error: unknown, requestId: string) => void
  /** When the operator means to move on, for `Sunset` headers. */
  readonly sunsets?: Sunsets
  /** Told when a request uses something deprecated: the route and the names of its parameters. */
  readonly onDeprecatedUse?: (pattern: string, names: ReadonlyArray<string>) => void
  /** Asked about paths outside of `/api` that no route serves; plain text says so where it has no answer. */
  readonly otherPages?: (request: HttpRequest, forge: Forge) => MaybePromise<HttpResponse | undefined>
}
