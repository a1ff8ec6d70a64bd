/** JSON as the API answers it. */
export type Json = Readonly<Record<string, unknown>>

/** What a path of the pages names: the owner as the API takes it, and what stands behind it. */
export interface Place {
  /** The full path of the project, group or user. */
  readonly owner: string
  /** What the pattern of the kind caught, decoded. */
  readonly parts: ReadonlyArray<string>
}

/** A list that stands on a page. */
export interface Listed {
  readonly title: string
  /** Where the API answers it. */
  readonly path: (place: Place, thing: Json) => string
  /** The fields that may name an entry, with blanks between; the first that is there does. */
  readonly name: string
  /** Fields that tell more of an entry, with blanks between. */
  readonly facts: string
  /** Where an entry's own page is, if the entry does not say so itself. */
  readonly page?: (place: Place, entry: Json) => string | undefined
  /** A field with Markdown, shown whole. */
  readonly text?: string
}

/** One kind of thing that has a page: which paths are its, where the API answers it, which fields lead, which lists belong to it. */
export interface Kind {
  readonly noun: string
  /** The kind by which the history knows it, with the `id` of the API's answer. */
  readonly history?: string
  /** Behind `/-/`, or the whole path for those that are owners themselves. */
  readonly pattern: RegExp
  readonly of: 'project' | 'group' | 'owner'
  /** The first part is a ref and a path in it; a ref may have slashes too. */
  readonly refAndPath?: boolean
  /** Undefined: the page is its lists alone. */
  readonly path?: (place: Place) => string
  readonly title?: string
  readonly lead?: string
  /** A field with Markdown, and how. */
  readonly text?: string
  /** A field with the content of a file, in base64. */
  readonly content?: string
  readonly lists: ReadonlyArray<Listed>
}
