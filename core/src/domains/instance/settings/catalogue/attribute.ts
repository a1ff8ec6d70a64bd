import type { Tier } from '../../../../app/forge.js'

/** The shape of a value, in the record and on the wire. */
export type Shape = 'boolean' | 'integer' | 'number' | 'decimal' | 'text' | 'texts' | 'integers' | 'weights'

/** Storage names with their weights. */
export type Weights = Readonly<Record<string, number>>

/** Any value that a setting can have. */
export type SettingValue = boolean | number | string | null | ReadonlyArray<string> | ReadonlyArray<number> | Weights

/** What a text, or each text of a list, has to look like; each check has its own sentence for one that does not. */
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

/** Settings that have to be there for a flag to be switched on. */
export interface RequiredSettings {
  readonly names: ReadonlyArray<string>
  /** `request`: in the same request, found with the parameters. `stored`: in the record as it will be, found with the values. */
  readonly check: 'request' | 'stored'
}

/** One setting: everything that codec, validation, response, OpenAPI and reference page are made from. */
export interface Attribute<A extends SettingValue = SettingValue> {
  readonly shape: Shape
  readonly initial: A
  /** One sentence for the reference page. */
  readonly summary: string
  /** The tier from which it exists. */
  readonly tier: Tier
  /** Null is a value of its own ("none", "no limit"). */
  readonly nullable: boolean
  /** A wrong type is found with the parameters; that of a coerced attribute is cast and validated with the record. */
  readonly coerced: boolean
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  /** As `min`, judged together with other settings: what is said depends on the release. */
  readonly lowest?: number
  /** A whole multiple of this. */
  readonly step?: number
  /** Bounds whose sentence names the neighbour: "must be greater than 0", "must be less than 65536". */
  readonly above?: number
  readonly below?: number
  /** Blank is refused with "can't be blank". */
  readonly filled: boolean
  readonly maxLength?: number
  readonly maxItems?: number
  readonly words?: ReadonlyArray<string>
  readonly numbers?: ReadonlyArray<number>
  readonly check?: TextCheck
  /** Why the flag cannot be switched on: what it promises would not happen. */
  readonly unavailable?: string
  readonly requires?: RequiredSettings
  /** Kept sealed at rest and in the history. */
  readonly sealed: boolean
  /** Never answered. */
  readonly hidden: boolean
  /** A value sent is taken and dropped. */
  readonly fixed: boolean
  /** No parameter of an update at all. */
  readonly answeredOnly: boolean
  /** Takes effect only at the next start. */
  readonly needsRestart: boolean
}

/** How an old name is taken and answered. */
export interface Alias {
  readonly of: string
  /** Answered beside the new name, with the same value. */
  readonly answered: boolean
  /** Which value holds where both names arrive; `neither`: such a request is refused. */
  readonly wins: 'old' | 'new' | 'neither'
  readonly summary: string
}
