import type { Repository } from '@forgefold/core/ports'

/** A function that returns an async iterable. */
type StreamingMethod = {
  [K in keyof Repository]: Repository[K] extends (...given: never) => AsyncIterable<unknown> ? K : never
}[keyof Repository]

/** Exhaustive by its type. */
const STREAMS: Readonly<Record<StreamingMethod, true>> = {
  walk: true,
  patches: true,
  text: true,
  grep: true,
  fileSizes: true,
  archive: true,
  snapshot: true,
}

/** The methods of a repository that stream; the others return promises. */
export const STREAMING: ReadonlySet<string> = new Set(Object.keys(STREAMS))
