import type { Reactor } from '../../../../app/reactors.js'
import { afterMergeReactor } from './after-merge.js'
import { approvalsReactor } from './approvals.js'
import { autoMergeReactor } from './auto-merge.js'
import { checksReactor } from './checks.js'
import { pipelinesReactor } from './pipelines.js'
import { pushesReactor } from './pushes.js'
import { rebasesReactor } from './rebases.js'

/** What follows from events for merge requests; each has a checkpoint of its own, so none waits for another's long work. */
export const mergeRequestReactors: ReadonlyArray<Reactor> = [
  afterMergeReactor,
  approvalsReactor,
  autoMergeReactor,
  checksReactor,
  pipelinesReactor,
  pushesReactor,
  rebasesReactor,
]
