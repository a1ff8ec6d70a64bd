import { conflict, type DeclaredName, type Rejection } from '../../../kernel/index.js'
import type { LiveMergeRequest } from './state.js'

/** The branches that no two open merge requests may share. */
export type BranchPair = Pick<LiveMergeRequest, 'sourceProjectId' | 'sourceBranch' | 'targetProjectId' | 'targetBranch'>

const EXISTS = 'Another open merge request already exists for this source branch'

/** The refusal of branches that an open merge request has; its reference is undefined before it exists. */
export const branchPairTaken = (reference: string | undefined): Rejection =>
  conflict([reference === undefined ? EXISTS : `${EXISTS}: ${reference}`])

/** The unique name of an open merge request: its pair of branches. The refusal of others names its reference, `!12`, where it has one. */
export const branchPairName = (pair: BranchPair, reference?: string): DeclaredName => ({
  kind: 'open_merge_request',
  name: [pair.sourceProjectId, pair.sourceBranch, pair.targetProjectId, pair.targetBranch].join('\0'),
  ...(reference === undefined ? {} : { holderReference: reference }),
  refusal: branchPairTaken,
})

/** The unique names of a merge request's state: its branches, while it is open or being merged. */
export const mergeRequestNames = (live: LiveMergeRequest): ReadonlyArray<DeclaredName> =>
  live.status === 'opened' || live.status === 'locked' ? [branchPairName(live, `!${live.iid}`)] : []
