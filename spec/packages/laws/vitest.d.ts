import type { Case } from './dist/laws/index.js'

/** A suite of Vitest with a test for each law; what the adapter does not offer is skipped with its reason. */
export declare const runLaws: (title: string, cases: ReadonlyArray<Case>) => void
