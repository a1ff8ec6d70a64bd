import { conflict, type DeclaredName } from '../../../kernel/index.js'
import type { LiveMergeRequest } from './state.js'

/** What no two open merge requests may share. */
export type BranchPair = Pick<LiveMergeRequest, 'sourceProjectId' | 'sourceBranch' | 'targetProjectId' | 'targetBranch'>

const EXISTS = 'Another open merge request already exists for this source branch'

/** The name that an open merge request holds for its pair of branches; others are told its reference, `!12`, where it has one. */
export const openPair = (pair: BranchPair, reference?: string): DeclaredName => ({
  kind: 'open_merge_request',
  name: [pair.sourceProjectId, pair.sourceBranch, pair.targetProjectId, pair.targetBranch].join('\0'),
  ...(reference === undefined ? {} : { holderReference: reference }),
  refusal: (holderReference) => conflict([holderReference === undefined ? EXISTS : `${EXISTS}: ${holderReference}`]),
})

/** The pair of branches counts while the request is open or being merged. */
export const pairOf = (live: LiveMergeRequest): ReadonlyArray<DeclaredName> =>
  live.status === 'opened' || live.status === 'locked' ? [openPair(live, `!${live.iid}`)] : []
