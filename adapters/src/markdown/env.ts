import type { ReferenceLinks } from '@forgefold/core/ports'

/** What the rules of one rendering share. */
export interface RenderEnv {
  /** The source, line by line. */
  readonly lines: ReadonlyArray<string>
  readonly links: ReferenceLinks | undefined
  /** How many blocks have told where they stand. */
  readonly told: { places: number }
  /** How often an anchor was taken. */
  readonly anchors: Map<string, number>
  /** What footnotes say, by label, and the numbers of those that are referred to. */
  readonly footnotes: Map<string, string>
  readonly cited: Map<string, number>
}

export const renderEnv = (markdown: string, links: ReferenceLinks | undefined): RenderEnv => ({
  lines: markdown.split(/\r\n|\r|\n/),
  links,
  told: { places: 0 },
  anchors: new Map(),
  footnotes: new Map(),
  cited: new Map(),
})
