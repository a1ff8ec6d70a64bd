import type { Reactor } from '../../../../app/reactors.js'
import { issuesClosedByMerge } from './closed-by-merge.js'
import { issueClosers } from './closers.js'

/** What follows elsewhere from events, for issues. */
export const issueReactors: ReadonlyArray<Reactor> = [issueClosers, issuesClosedByMerge]
