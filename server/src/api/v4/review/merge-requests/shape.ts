import { wholePipelineShape } from '../../delivery/pipelines/shape.js'
import { userCardShape } from '../../identity/users/shape.js'
import { referencesShape, taskStatusShape, timeStatsShape } from '../../issuable/shape.js'
import { labelsShape } from '../../planning/labels/shape.js'
import { milestoneShape } from '../../planning/milestones/shape.js'
import { pipelineShape } from '../../projects/repository/pipeline-shape.js'
import { changeShape, commitShape } from '../../projects/repository/shape.js'
import {
  arrayOf,
  boolean,
  type Fields,
  inRelease,
  instant,
  integer,
  maybe,
  oneOf,
  optionalField,
  paid,
  record,
  type Shape,
  sha,
  text,
} from '../../shape.js'

const MERGE_STATUSES = ['unchecked', 'checking', 'can_be_merged', 'cannot_be_merged', 'cannot_be_merged_recheck']

const headFields: Fields = {
  id: integer,
  iid: integer,
  project_id: integer,
  title: text,
  description: maybe(text),
  state: oneOf(['opened', 'closed', 'locked', 'merged']),
  created_at: instant,
  updated_at: instant,
}

const peopleFields: Fields = {
  merged_by: inRelease('merge_request.merged_by', maybe(userCardShape)),
  merge_user: inRelease('merge_request.merge_user', maybe(userCardShape)),
  merged_at: maybe(instant),
  closed_by: maybe(userCardShape),
  closed_at: maybe(instant),
  target_branch: text,
  source_branch: text,
  user_notes_count: integer,
  upvotes: integer,
  downvotes: integer,
  author: userCardShape,
  assignees: arrayOf(userCardShape),
  assignee: maybe(userCardShape),
  reviewers: arrayOf(userCardShape),
}

const mergeFields: Fields = {
  merge_when_pipeline_succeeds: boolean,
  merge_status: oneOf(MERGE_STATUSES),
  detailed_merge_status: inRelease('merge_request.detailed_merge_status', text),
  sha: maybe(sha),
  merge_commit_sha: maybe(sha),
  squash_commit_sha: maybe(sha),
  discussion_locked: maybe(boolean),
  should_remove_source_branch: maybe(boolean),
  force_remove_source_branch: maybe(boolean),
}

const basicFields: Fields = {
  ...headFields,
  ...peopleFields,
  source_project_id: maybe(integer),
  target_project_id: integer,
  labels: labelsShape,
  draft: boolean,
  work_in_progress: inRelease('merge_request.work_in_progress', boolean),
  milestone: maybe(milestoneShape),
  ...mergeFields,
  allow_collaboration: optionalField(boolean),
  allow_maintainer_to_push: optionalField(boolean),
  reference: text,
  references: referencesShape,
  web_url: text,
  time_stats: timeStatsShape,
  squash: boolean,
  task_completion_status: taskStatusShape,
  has_conflicts: boolean,
  blocking_discussions_resolved: boolean,
  approvals_before_merge: paid(maybe(integer)),
}

/** A merge request in a list (docs/reference/behaviour/review.md#merge-request-in-a-list). */
export const listedMergeRequestShape: Shape = record('ListedMergeRequest', basicFields)

/** The form of `view=simple`. */
export const simpleMergeRequestShape: Shape = record('SimpleMergeRequest', { ...headFields, web_url: text })

const diffRefsShape = record(undefined, { base_sha: maybe(sha), head_sha: maybe(sha), start_sha: maybe(sha) })

const fullFields: Fields = {
  ...basicFields,
  subscribed: boolean,
  changes_count: maybe(text),
  latest_build_started_at: optionalField(maybe(instant)),
  latest_build_finished_at: optionalField(maybe(instant)),
  first_deployed_to_production_at: optionalField(maybe(instant)),
  pipeline: inRelease('merge_request.pipeline', optionalField(maybe(pipelineShape))),
  head_pipeline: optionalField(maybe(wholePipelineShape)),
  diff_refs: maybe(diffRefsShape),
  merge_error: maybe(text),
  user: record(undefined, { can_merge: boolean }),
  diverged_commits_count: optionalField(integer),
}

/** A merge request by itself, as the caller sees it (docs/reference/behaviour/review.md#single-merge-request). */
export const mergeRequestShape: Shape = record('MergeRequest', fullFields)

/** A merge request by itself with the requested optional fields. */
export const readMergeRequestShape: Shape = record('ReadMergeRequest', {
  ...fullFields,
  first_contribution: boolean,
  rebase_in_progress: optionalField(boolean),
  title_html: optionalField(text),
  description_html: optionalField(text),
})

/** A merge request with its changes (docs/reference/behaviour/review.md#changes). */
export const changesShape: Shape = record('MergeRequestChanges', {
  ...fullFields,
  changes: arrayOf(changeShape),
  overflow: boolean,
})

/** A reviewer with the state of the review (docs/reference/behaviour/review.md#reviewers). */
export const reviewerShape: Shape = record('Reviewer', {
  user: userCardShape,
  updated_state_by: maybe(userCardShape),
  state: text,
  created_at: instant,
})

const versionFields: Fields = {
  id: integer,
  head_commit_sha: maybe(sha),
  base_commit_sha: maybe(sha),
  start_commit_sha: maybe(sha),
  created_at: instant,
  merge_request_id: integer,
  state: text,
  real_size: maybe(text),
}

/** A diff version in a list (docs/reference/behaviour/review.md#diff-versions). */
export const versionShape: Shape = record('DiffVersion', versionFields)

/** A diff version by itself, with its commits and changes. */
export const wholeVersionShape: Shape = record('WholeDiffVersion', {
  ...versionFields,
  commits: arrayOf(commitShape),
  diffs: arrayOf(changeShape),
})

/** The response to an accepted rebase. */
export const rebaseShape: Shape = record('Rebase', { rebase_in_progress: boolean })

/** The head of the merge ref (docs/reference/behaviour/review.md#merge-ref). */
export const mergeRefShape: Shape = record('MergeRef', { commit_id: sha })
