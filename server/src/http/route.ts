import type { Principal, Scope } from '@forgefold/core/access'
import type { Caller, CommandContext, Forge, Tier } from '@forgefold/core/app'
import type { Rejection } from '@forgefold/core/kernel'
import type { Lifespan, ReleaseItemId } from '@forgefold/core/releases'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deprecable } from './deprecation.js'
import type { ServingEndpoint } from './documented-endpoint.js'
import type { BodyStream, Header, HttpRequest, MaybePromise } from './message.js'
import type { Decoded, ParamSpecs } from './params.js'

/** What every endpoint has at hand. */
export interface RequestContext {
  readonly forge: Forge
  readonly request: HttpRequest
  readonly requestId: string
  /** The base that the client used for links, without a trailing slash. */
  readonly baseUrl: string
  /** Makes the circumstances of a new command of this caller: id, time, actor, token id, request id, source address. */
  readonly commandBy: (principal: Principal) => CommandContext
  /** Lets the log know who called, where the endpoint itself finds it out. */
  readonly calledBy: (principal: Principal) => void
  /** Tells the client and the metrics that the request used something deprecated that is neither a parameter nor the route. */
  readonly usesDeprecated: (item: ReleaseItemId) => void
}

/** A caller of use cases whom the endpoint itself has identified; each call is a new command. */
export const callerBy = (context: RequestContext, principal: Principal): Caller => ({
  principal,
  context: context.commandBy(principal),
})

/** What the handler of an API route has at hand besides its parameters. */
export interface Context extends RequestContext {
  readonly principal: Principal
  /** Makes the circumstances of a new command: id, time, actor, token id, request id, source address. */
  readonly command: () => CommandContext
}

/** What a handler gives back: a JSON value, ready JSON text, or a body of another type. */
export interface Reply {
  readonly status: number
  /** Deprecated things that the request uses beside its parameters, in what it leads to. */
  readonly deprecated?: ReadonlyArray<Deprecable & { readonly item: string }>
  readonly headers?: ReadonlyArray<Header>
  readonly json?: unknown
  readonly ready?: string
  /** What is `ready`, encoded. */
  readonly bytes?: Uint8Array
  /** A body of another type; `length` in bytes where a stream's size is known. */
  readonly raw?: {
    readonly contentType: string
    readonly body: string | Uint8Array | BodyStream
    readonly length?: number
  }
  /** A weak entity tag, where one is known without looking at the whole body. */
  readonly etag?: string
  /** A page of a list: the route layer adds the paging headers. */
  readonly page?: {
    readonly page: number
    readonly perPage: number
    readonly total: number | undefined
    readonly more?: boolean
  }
}

export type Answer = Either<Rejection, Reply>

/**
 * Who may call a route at all.
 * `anyone`: also the anonymous; a presented but bad token is still refused.
 * `user`: 401 for the anonymous, before parameters are looked at.
 * `auditor`: 401, then 403 for all but administrators and auditors.
 * `admin`: 401, then 403.
 */
export type AllowedCaller = 'anyone' | 'user' | 'auditor' | 'admin'

/** One endpoint as data: the router, the OpenAPI document, the release dial and the docs all come from it. */
export interface Route<P extends ParamSpecs = ParamSpecs> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v4`, with `:names`; a last `*name` takes the rest of the path. */
  readonly path: string
  /**
   * Given where documented paths that are not this route's own fit its pattern: those of them that it serves all the same. The others are
   * answered as not built.
   */
  readonly narrower?: ReadonlyArray<string>
  /** The part of the documentation it belongs to ("Deployments"). */
  readonly area: string
  readonly summary: string
  readonly caller: AllowedCaller
  /** Scopes that reach this route besides `api` (and `read_api` for GET). */
  readonly scopes?: ReadonlyArray<Scope>
  /** Takes a CI job token, from this API release on (`14.0`: always). */
  readonly jobToken?: string
  /** Takes a deploy token. */
  readonly deployToken?: boolean
  /** OAuth tokens are refused here (the package registry's own protocols). */
  readonly refusesOAuth?: boolean
  /** Takes what a token of its caller was exchanged for by the client of Conan. */
  readonly takesConanToken?: boolean
  readonly since?: string
  readonly until?: string
  readonly deprecated?: string
  /** Its line in the table of releases, where it has one. */
  readonly item?: string
  readonly tier?: Exclude<Tier, 'free'>
  /** Takes Basic credentials too, a token as the password, and asks for them (package managers' protocols). */
  readonly takesBasic?: boolean
  /** Runs after the check of the caller and before the parameters are decoded (some groups of routes look up their project first). `raw` holds the path parameters. */
  readonly before?: (
    context: Context,
    raw: Readonly<Record<string, string>>,
  ) => MaybePromise<Either<Rejection, unknown>>
  readonly params: P
  /** Groups of names of which at most one may be given. */
  readonly exclusive?: ReadonlyArray<ReadonlyArray<string>>
  /** Groups of names of which all are given or none. */
  readonly allOrNone?: ReadonlyArray<ReadonlyArray<string>>
  /** At least one of these has to be given. */
  readonly atLeastOne?: ReadonlyArray<string>
  /** One of these has to be given, and no second one. */
  readonly exactlyOne?: ReadonlyArray<string>
  /** The most bytes a body may have; default 10 MiB. */
  readonly bodyLimit?: number
  /** Asked before a buffered body of more than 10 MiB is read: whether this caller may send one. Each route that takes such bodies has it. */
  readonly mayBeLarge?: (
    context: Context,
    raw: Readonly<Record<string, string>>,
  ) => MaybePromise<Either<Rejection, unknown>>
  /** The handler reads `context.request.body` itself: the body is not decoded into parameters. */
  readonly streamsBody?: boolean
  /** Status and JSON Schema of the success, for OpenAPI. */
  readonly success: {
    readonly status: number
    readonly schema?: Readonly<Record<string, unknown>>
    /** The schema where the shape depends on tier and release; it goes before `schema`. */
    readonly schemaFor?: (instance: Forge['instance']) => Readonly<Record<string, unknown>>
    /** It says nothing but its status. */
    readonly bodiless?: boolean
    /** What it may answer instead, by status. */
    readonly others?: Readonly<
      Record<
        number,
        {
          readonly description: string
          /** Left out where nothing but the status and its headers is said. */
          readonly schemaFor?: (instance: Forge['instance']) => Readonly<Record<string, unknown>>
        }
      >
    >
    /** The media type where it is not JSON. */
    readonly mediaType?: string
    readonly description?: string
  }
  readonly handler: (context: Context, params: Decoded<P>) => MaybePromise<Answer>
}

/** Declares a route; its parameters' types reach the handler. */
export const route = <P extends ParamSpecs>(spec: Route<P>): Route => spec as unknown as Route

/** What of a route a request is matched against: it is known before the route is loaded. */
export interface RouteHead extends ServingEndpoint, Lifespan {
  readonly tier?: Exclude<Tier, 'free'>
}

/** A route that is loaded with the first request for it. */
export interface LazyRoute extends RouteHead {
  /** At once where it is loaded already. */
  readonly load: () => MaybePromise<Route>
}

/** A route that is there already. */
export const preloaded = (route: Route): LazyRoute => ({ ...route, load: () => route })
