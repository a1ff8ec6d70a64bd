import type { ReferenceLinks } from '@forgefold/core/ports'

/** What the rules of one rendering share. */
export interface RenderEnv {
  /** The source, line by line. */
  readonly lines: ReadonlyArray<string>
  readonly links: ReferenceLinks | undefined
  /** The number of blocks with a source position so far. */
  readonly counters: { places: number }
  /** The number of uses of each anchor. */
  readonly anchors: Map<string, number>
  /** Footnotes by label, and the numbers of those referred to. */
  readonly footnotes: Map<string, string>
  readonly cited: Map<string, number>
}

export const renderEnv = (markdown: string, links: ReferenceLinks | undefined): RenderEnv => ({
  lines: markdown.split(/\r\n|\r|\n/),
  links,
  counters: { places: 0 },
  anchors: new Map(),
  footnotes: new Map(),
  cited: new Map(),
})
