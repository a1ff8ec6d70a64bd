/** A JSON object of the API. */
export type Json = Readonly<Record<string, unknown>>

/** What the path of a page names: the owner as the API takes it, and the captured parts. */
export interface Place {
  /** The full path of the project, group or user. */
  readonly owner: string
  /** The captures of the kind's pattern, decoded. */
  readonly parts: ReadonlyArray<string>
}

/** A list on a page. */
export interface Listed {
  readonly title: string
  /** The path of the list in the API, for the page with this query. */
  readonly path: (place: Place, thing: Json, query: URLSearchParams) => string
  /** Fields that may name an entry, separated by blanks; the first that is present is used. */
  readonly name: string
  /** Fields with details of an entry, separated by blanks. */
  readonly facts: string
  /** The page of an entry, if the entry has no `web_url`. */
  readonly page?: (place: Place, entry: Json) => string | undefined
  /** A field with Markdown, rendered in full. */
  readonly text?: string
}

/** A kind of resource that has a page: its path pattern, its path in the API, its leading fields, and its lists. */
export interface Kind {
  readonly noun: string
  /** The category of its streams in the history; the stream is found with the `id` of the API's answer. */
  readonly history?: string
  /** Matches the part after `/-/`, or the whole path for users, groups, projects and what is of the instance. */
  readonly pattern: RegExp
  readonly of: 'project' | 'group' | 'owner' | 'instance'
  /** If undefined, everyone who may read it through the API; others are asked to sign in, or told that there is nothing. */
  readonly audience?: 'users' | 'administrators'
  /** The first part is a ref and a path within it; a ref may contain slashes too. */
  readonly refAndPath?: boolean
  /** If undefined, the page consists of its lists alone. */
  readonly path?: (place: Place) => string
  readonly title?: string
  readonly lead?: string
  /** A field with Markdown, and how to render it. */
  readonly text?: string
  /** A field with the content of a file, in Base64. */
  readonly content?: string
  readonly lists: ReadonlyArray<Listed>
  /** The address redirects to the `web_url` of the thing. */
  readonly leadsOn?: true
}
