import type { Principal, Scope } from '@forgefold/core/access'
import type { Caller, CommandContext, Forge, Tier } from '@forgefold/core/app'
import type { Rejection } from '@forgefold/core/kernel'
import type { Lifespan, ReleaseItemId } from '@forgefold/core/releases'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deprecable } from './deprecation.js'
import type { ServingEndpoint } from './documented-endpoint.js'
import type { BodyStream, Header, HttpRequest, MaybePromise } from './message.js'
import type { Decoded, ParamSpecs } from './params.js'

/** What every endpoint receives. */
export interface RequestContext {
  readonly forge: Forge
  readonly request: HttpRequest
  readonly requestId: string
  /** The base URL that the client used, without a trailing slash. */
  readonly baseUrl: string
  /** Makes the context of a new command of this caller: id, time, actor, token id, request id, source address. */
  readonly commandBy: (principal: Principal) => CommandContext
  /** Reports the caller to the log, where the endpoint authenticates it itself. */
  readonly calledBy: (principal: Principal) => void
  /** Reports to the client and the metrics that the request used something deprecated that is neither a parameter nor the route. */
  readonly usesDeprecated: (item: ReleaseItemId) => void
}

/** A caller of use cases whom the endpoint itself has authenticated; each call is a new command. */
export const callerBy = (context: RequestContext, principal: Principal): Caller => ({
  principal,
  context: context.commandBy(principal),
})

/** What the handler of an API route receives besides its parameters. */
export interface Context extends RequestContext {
  readonly principal: Principal
  /** Makes the context of a new command: id, time, actor, token id, request id, source address. */
  readonly command: () => CommandContext
}

/** The result of a handler: a JSON value, JSON text, or a body of another type. */
export interface Reply {
  readonly status: number
  /** Deprecated things that the request uses indirectly. */
  readonly deprecated?: ReadonlyArray<Deprecable & { readonly item: string }>
  readonly headers?: ReadonlyArray<Header>
  readonly json?: unknown
  readonly ready?: string
  /** The encoded form of `ready`. */
  readonly bytes?: Uint8Array
  /** A body of another type; `length` in bytes where a stream's size is known. */
  readonly raw?: {
    readonly contentType: string
    readonly body: string | Uint8Array | BodyStream
    readonly length?: number
  }
  /** A weak entity tag, where it is known without the whole body. */
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
 * Who may call a route.
 * `anyone`: anonymous callers too; an invalid token is still refused.
 * `user`: 401 for anonymous callers, before parameters are checked.
 * `auditor`: 401, then 403 except for administrators and auditors.
 * `admin`: 401, then 403.
 */
export type AllowedCaller = 'anyone' | 'user' | 'auditor' | 'admin'

/** One endpoint as data: the source of router, OpenAPI document, release differences and documentation. */
export interface Route<P extends ParamSpecs = ParamSpecs> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v4`, with `:names`; a last `*name` takes the rest of the path. */
  readonly path: string
  /** For a pattern that also matches other documented paths: those that it serves. The others are answered 501. */
  readonly narrower?: ReadonlyArray<string>
  /** The part of the documentation it belongs to ("Deployments"). */
  readonly area: string
  readonly summary: string
  readonly caller: AllowedCaller
  /** Sufficient scopes besides `api` (and `read_api` for GET). */
  readonly scopes?: ReadonlyArray<Scope>
  /** Accepts CI job tokens, from this API release on (`14.0`: always). */
  readonly jobToken?: string
  /** Accepts deploy tokens. */
  readonly deployToken?: boolean
  /** Refuses OAuth tokens (the package registry's own protocols). */
  readonly refusesOAuth?: boolean
  /** Accepts the token that a Conan client exchanged its own for. */
  readonly takesConanToken?: boolean
  readonly since?: string
  readonly until?: string
  readonly deprecated?: string
  /** Its item in the release table, if any. */
  readonly item?: string
  readonly tier?: Exclude<Tier, 'free'>
  /** Accepts Basic credentials with a token as the password, and challenges for them (package managers' protocols). */
  readonly takesBasic?: boolean
  /**
   * Called after the check of the caller and before the parameters are decoded (some groups of routes look up their project first). `raw`
   * contains the path parameters.
   */
  readonly before?: (
    context: Context,
    raw: Readonly<Record<string, string>>,
  ) => MaybePromise<Either<Rejection, unknown>>
  readonly params: P
  /** Groups of mutually exclusive parameters. */
  readonly exclusive?: ReadonlyArray<ReadonlyArray<string>>
  /** Groups of parameters of which all or none are given. */
  readonly allOrNone?: ReadonlyArray<ReadonlyArray<string>>
  /** At least one of these is required. */
  readonly atLeastOne?: ReadonlyArray<string>
  /** Exactly one of these is required. */
  readonly exactlyOne?: ReadonlyArray<string>
  /** The largest body in bytes; default 10 MiB. */
  readonly bodyLimit?: number
  /** Decides, before a buffered body of more than 10 MiB is read, whether this caller may send one. Every route with such bodies has it. */
  readonly mayBeLarge?: (
    context: Context,
    raw: Readonly<Record<string, string>>,
  ) => MaybePromise<Either<Rejection, unknown>>
  /** The handler reads `context.request.body` itself; the body is not decoded into parameters. */
  readonly streamsBody?: boolean
  /** The status and JSON Schema of the success, for OpenAPI. */
  readonly success: {
    readonly status: number
    readonly schema?: Readonly<Record<string, unknown>>
    /** The schema where it depends on tier and release; takes precedence over `schema`. */
    readonly schemaFor?: (instance: Forge['instance']) => Readonly<Record<string, unknown>>
    /** It has no body; the default of 204 and of redirects. */
    readonly bodiless?: boolean
    /** Other responses, by status. */
    readonly others?: Readonly<
      Record<
        number,
        {
          readonly description: string
          /** Omitted for responses without a body. */
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

/** Declares a route; the handler receives its parameters with their types. */
export const route = <P extends ParamSpecs>(spec: Route<P>): Route => spec as unknown as Route

/** The part of a route that requests are matched against, known before the route is loaded. */
export interface RouteHead extends ServingEndpoint, Lifespan {
  readonly tier?: Exclude<Tier, 'free'>
}

/** Routes that are loaded together, with the first request for one of them. */
export interface RouteArea {
  /** The route with this method and path; synchronous once the area is loaded. */
  readonly load: (head: RouteHead) => MaybePromise<Route>
}

/** A route that is loaded with the first request for its area. */
export interface LazyRoute extends RouteHead {
  readonly area: RouteArea
}

/** A route that is loaded already. */
export const preloaded = (route: Route): LazyRoute => ({ ...route, area: { load: () => route } })
