import type { ParamLifespan, ParamType } from './param-types.js'

/** A parameter of a route: its type, whether it is required, and its documentation. */
export interface Param<A> extends ParamNotes {
  readonly type: ParamType<unknown>
  readonly required: boolean
  /** A blank value is refused with "is empty". */
  readonly refusesBlank: boolean
  readonly fallback: unknown
  readonly summary: string
  readonly _type?: A
}

export type ParamSpecs = Readonly<Record<string, Param<unknown>>>

/** The decoded parameters of a route. */
export type Decoded<P extends ParamSpecs> = { readonly [K in keyof P]: P[K] extends Param<infer A> ? A : never }

/** The lifespan of a parameter, and since when its use is reported as deprecated. */
export interface ParamNotes extends ParamLifespan {
  readonly deprecated?: string
  /** Its item in the release table, if any. */
  readonly item?: string
}
