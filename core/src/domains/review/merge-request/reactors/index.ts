import type { Reactor } from '../../../../app/reactors.js'
import { pushOptionsReactor } from './apply-push-options.js'
import { issueClosers, issuesClosedByMerge } from './close-issues.js'
import {
  afterMergeReactor,
  approvalsReactor,
  autoMergeReactor,
  checksReactor,
  pipelinesReactor,
  rebasesReactor,
  statusChecksReactor,
} from './merging.js'
import { pushesReactor } from './pushes.js'

/** The reactors of merge requests; each has a checkpoint of its own, so none waits for another's long work. */
export const mergeRequestReactors: ReadonlyArray<Reactor> = [
  afterMergeReactor,
  approvalsReactor,
  autoMergeReactor,
  checksReactor,
  issueClosers,
  issuesClosedByMerge,
  pipelinesReactor,
  pushesReactor,
  pushOptionsReactor,
  rebasesReactor,
  statusChecksReactor,
]
