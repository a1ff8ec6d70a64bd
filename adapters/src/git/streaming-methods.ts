import type { Repository } from '@forgefold/core/ports'

/** What gives its results as they come. */
type StreamingMethod = {
  [K in keyof Repository]: Repository[K] extends (...given: never) => AsyncIterable<unknown> ? K : never
}[keyof Repository]

/** Every one of them has to stand here, or it does not compile. */
const STREAMS: Readonly<Record<StreamingMethod, true>> = {
  walk: true,
  patches: true,
  text: true,
  grep: true,
  fileSizes: true,
  archive: true,
  snapshot: true,
}

/** The methods of a repository that stream; the others give a promise. */
export const STREAMING: ReadonlySet<string> = new Set(Object.keys(STREAMS))
