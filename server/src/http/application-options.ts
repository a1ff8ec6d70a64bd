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
import type { RawParams } from './nested-params.js'
import type { PlainRoute } from './plain-route.js'
import type { RequestLoad } from './request-load.js'
import type { Context, LazyRoute, Route } from './route.js'

/**
 * Authenticates the caller. Rejections: `Unauthenticated` for an invalid token, `Throttled` for too many of them, `InvalidToken`,
 * `InsufficientScope`, `Forbidden`, `NotFound` (sudo).
 */
export type Authenticate = (presented: PresentedCredentials, needs: Needs, from: Origin) => Either<Rejection, Principal>

/** Authenticates by Basic credentials, on routes that accept them, where no other credentials are presented. */
export type AuthenticateBasic = (
  basic: NonNullable<PresentedCredentials['basic']>,
  needs: Needs,
  /** The client's address. */
  from: string,
) => MaybePromise<Either<Rejection, Principal>>

/** One answered request, for logs and metrics: the pattern of the route, never its query. */
export interface ServedRequest {
  readonly method: string
  readonly pattern: string
  readonly status: number
  /** From the received headers of the request to the headers of the response. */
  readonly milliseconds: number
  readonly requestId: string
  readonly userId: number | undefined
  /** The client's address; not copied, because determining it is expensive. */
  readonly from: Pick<HttpRequest, 'remoteAddress'>
}

/** A part of the server that recognises its requests by more than one pattern: git's paths, for example, which begin with any project's path. */
export interface Mount {
  /** For logs and metrics. */
  readonly pattern: string
  readonly matches: (request: HttpRequest) => boolean
  readonly handle: (request: HttpRequest, requestId: string, forge: Forge) => MaybePromise<HttpResponse>
}

/** The forge and the deadline of one request. */
export interface RequestScope {
  /** The forge, limited to the time that is left to the request. */
  readonly forge: Forge
  /** The result of the work, or `late` where the request's time is over. */
  readonly inTime: <A>(work: Promise<A>, late: A) => Promise<A>
}

/** The forge as of a point in the past, for one request. */
export interface AsOfScope {
  readonly forge: Forge
  /** To be called once the response is sent. */
  readonly release: () => void
}

/** Finds the forge that a request reads as of a point in the past. */
export interface AsOfReads {
  readonly isAsOfRequest: (request: HttpRequest) => boolean
  /** The forge, or the response of a refusal. */
  readonly open: (request: HttpRequest) => Promise<AsOfScope | HttpResponse>
}

/** The parts of the HTTP layer. */
export interface ApplicationOptions {
  readonly forge: Forge
  /** Creates the scope of each request; where it is missing, requests use the forge itself. */
  readonly scopeOf?: () => RequestScope
  /** Below `/api/v4`; those of other releases and tiers are left out. */
  readonly routes: ReadonlyArray<LazyRoute>
  readonly plainRoutes: ReadonlyArray<PlainRoute>
  /** The endpoints of the public API; those without a route are answered 501. Called when the first of them is requested. */
  readonly documented?: () => MaybePromise<ReadonlyArray<DocumentedEndpoint>>
  /** Tried before the routes, for paths outside of `/api`. */
  readonly mounts?: ReadonlyArray<Mount>
  readonly authenticate: Authenticate
  readonly authenticateBasic?: AuthenticateBasic
  /** Makes the context of a command for this caller. */
  readonly commandContext: (principal: Principal, request: HttpRequest, requestId: string) => CommandContext
  /** Called after the check of the caller and before the parameters: refuses what the settings of the instance forbid this caller. */
  readonly guard?: (context: Context, route: Route) => Rejection | undefined
  /** Called before `before` and the handler, with the parameters: finds out what policies have to know, which do not wait; undefined: it is known. */
  readonly prepare?: (principal: Principal, request: HttpRequest, params: RawParams) => Promise<unknown> | undefined
  readonly requestId: () => string
  /** The base of links; default: the external URL, for every requested host. */
  readonly baseUrl?: BaseUrl
  /** Refuses requests above a limit before anything else; undefined lets the request through. */
  readonly throttle?: (request: HttpRequest) => MaybePromise<HttpResponse | undefined>
  /** Sheds load; where it is missing every request is accepted. */
  readonly load?: RequestLoad
  /** Whether the stores are closed or closing: later failures are answered 503, and are no defects. */
  readonly isClosed?: () => boolean
  /** Where it is missing, every request reads the present. */
  readonly asOfReads?: AsOfReads
  readonly onServed?: (served: ServedRequest) => void
  /** Called with a defect: something threw. The client receives a bare 500. */
  readonly onDefect?: (error: unknown, requestId: string) => void
  /** Called with the internal reason of a 503. The client receives a sentence for clients. */
  readonly onUnavailable?: (cause: string, requestId: string) => void
  /** Called where a streamed body failed, and not because of the client, which sees its connection break off. */
  readonly onResponseBodyError?: (error: unknown, requestId: string) => void
  /** The planned dates of moves to newer releases, for `Sunset` headers. */
  readonly sunsets?: Sunsets
  /** Called where a request uses something deprecated, with the route and the names of the parameters. */
  readonly onDeprecatedUse?: (pattern: string, names: ReadonlyArray<string>) => void
  /** Answers paths outside of `/api` that no route serves; plain text where it has no answer. */
  readonly otherPages?: (request: HttpRequest, forge: Forge) => MaybePromise<HttpResponse | undefined>
}
