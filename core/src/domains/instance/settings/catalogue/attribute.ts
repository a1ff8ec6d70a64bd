import type { Tier } from '../../../../app/forge.js'

/** The shape of a value, in events and in the API. */
export type Shape = 'boolean' | 'integer' | 'number' | 'decimal' | 'text' | 'texts' | 'integers' | 'weights'

/** Weights by storage name. */
export type Weights = Readonly<Record<string, number>>

/** Any value that a setting can have. */
export type SettingValue = boolean | number | string | null | ReadonlyArray<string> | ReadonlyArray<number> | Weights

/** The format of a text, or of each text of a list; each check has its own error sentence. */
export type TextCheck =
  | 'any text'
  | 'addresses and networks'
  | 'branch name'
  | 'CI file path'
  | 'cookie domain'
  | 'duration'
  | 'duration of a day or more'
  | 'e-mail address'
  | 'grpc or tls URL'
  | 'header value'
  | 'host name'
  | 'host pattern'
  | 'host, address or network'
  | 'one line'
  | 'pattern'
  | 'token prefix'
  | 'URL'
  | 'URL or path'
  | 'URLs'

/** One setting with values of type `A`: the source of its codec, validation, response, OpenAPI schema and reference page. */
export interface Attribute<A extends SettingValue = SettingValue> {
  /** Of types only, as in io-ts: no attribute has this field. */
  readonly _A?: A
  readonly shape: Shape
  /** One sentence for the reference page. */
  readonly summary: string
  /** The tier from which it exists. */
  readonly tier: Tier
  /** Null is a value of its own ("none", "no limit"). */
  readonly nullable: boolean
  /** A wrong type is a parameter error, unless the attribute is coerced: then it is cast and validated with the values. */
  readonly coerced: boolean
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  /** As `min`, but checked together with other settings: the error depends on the release. */
  readonly lowest?: number
  /** Must be a multiple of this. */
  readonly step?: number
  /** Bounds whose error names the excluded neighbour: "must be greater than 0", "must be less than 65536". */
  readonly above?: number
  readonly below?: number
  /** Blank is refused with "can't be blank". */
  readonly filled: boolean
  readonly maxLength?: number
  readonly maxItems?: number
  readonly words?: ReadonlyArray<string>
  readonly numbers?: ReadonlyArray<number>
  readonly check?: TextCheck
  /** Sealed in events and snapshots. */
  readonly sealed: boolean
  /** Never in responses. */
  readonly hidden: boolean
  /** Accepted in requests and ignored. */
  readonly fixed: boolean
  /** Not accepted in requests. */
  readonly answeredOnly: boolean
  /** Takes effect only at the next start. */
  readonly needsRestart: boolean
}

/** How an old name is accepted and shown. */
export interface Alias {
  readonly of: string
  /** Shown beside the new name, with the same value. */
  readonly answered: boolean
  /** Which value applies where both names are sent; `neither`: such a request is refused. */
  readonly wins: 'old' | 'new' | 'neither'
  readonly summary: string
}
