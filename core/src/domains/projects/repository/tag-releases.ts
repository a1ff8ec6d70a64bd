/** The release of a tag, as the tag shows it. */
export interface TagRelease {
  readonly tag: string
  readonly description: string | null
}

/** The releases shown with tags, of a long description only the beginning; the release domain implements it. */
export interface TagReleases {
  readonly of: (projectId: number, tag: string) => TagRelease | undefined
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly tagReleases: TagReleases
  }
}
