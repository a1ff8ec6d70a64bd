import type { IssueEvent } from '@forgefold/core/domains/planning/issue'
import type { MergeRequestEvent } from '@forgefold/core/domains/review/merge-request'

/** Events of merge requests that are activity. */
export const MERGE_REQUEST_EVENTS: ReadonlyArray<MergeRequestEvent['type']> = [
  'MergeRequestCreated',
  'VersionRecorded',
  'DetailsChanged',
  'AssigneesSet',
  'ReviewersSet',
  'LabelsSet',
  'Retargeted',
  'MergeRequestClosed',
  'MergeRequestReopened',
  'MergeRequestMerged',
  'AutoMergeArmed',
  'AutoMergeDisarmed',
  'TimeEstimateSet',
  'TimeSpent',
  'Approved',
  'Unapproved',
]

/** Events of issues that are activity. */
export const ISSUE_EVENTS: ReadonlyArray<IssueEvent['type']> = [
  'IssueCreated',
  'IssueChanged',
  'IssueAssigneesSet',
  'IssueLabelsSet',
  'IssueClosed',
  'IssueReopened',
  'IssueTimeEstimateSet',
  'IssueTimeSpent',
]
