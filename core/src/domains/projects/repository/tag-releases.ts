/** What a tag shows of its release. */
export interface TagRelease {
  readonly tag: string
  readonly description: string | null
}

/** The releases of tags, as tags show them: the context of releases provides them. Of a long description they have the beginning. */
export interface TagReleases {
  readonly of: (projectId: number, tag: string) => TagRelease | undefined
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly tagReleases: TagReleases
  }
}
