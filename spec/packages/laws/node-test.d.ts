import type { Case } from './dist/laws/index.js'

/**
 * A suite of node:test with a test for each law; what the adapter does not offer is skipped with its reason.
 *
 * @example
 * import { runLaws } from '@forgefold/laws/node-test'
 * import { cases } from './own-store.mjs'
 *
 * runLaws('an event store of one’s own', cases)
 */
export declare const runLaws: (title: string, cases: ReadonlyArray<Case>) => void
