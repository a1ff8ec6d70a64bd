import { USER } from './delivery-fields.js'
import type { Fields } from './fields.js'

const MILESTONE: Fields = {
  id: 'integer',
  iid: 'integer',
  project_id: 'integer',
  title: 'text',
  description: 'text?',
  state: 'text',
  created_at: 'moment',
  updated_at: 'moment',
  due_date: 'day?',
  start_date: 'day?',
  web_url: 'text',
}

/** What the time endpoints answer. */
export const TIME: Fields = {
  time_estimate: 'integer',
  total_time_spent: 'integer',
  human_time_estimate: 'text?',
  human_total_time_spent: 'text?',
}

/** A merge request in a list. */
export const LISTED: Fields = {
  id: 'integer',
  iid: 'integer',
  project_id: 'integer',
  source_project_id: 'integer',
  target_project_id: 'integer',
  title: 'text',
  description: 'text?',
  state: 'text',
  merged_at: 'moment?',
  closed_at: 'moment?',
  created_at: 'moment',
  updated_at: 'moment',
  'closed_by?': USER,
  target_branch: 'text',
  source_branch: 'text',
  upvotes: 'integer',
  downvotes: 'integer',
  author: USER,
  'assignee?': USER,
  assignees: [USER],
  reviewers: [USER],
  labels: 'list',
  draft: 'flag',
  work_in_progress: 'flag',
  'milestone?': MILESTONE,
  merge_when_pipeline_succeeds: 'flag',
  merge_status: 'text',
  sha: 'text',
  merge_commit_sha: 'text?',
  squash_commit_sha: 'text?',
  user_notes_count: 'integer',
  discussion_locked: 'flag?',
  should_remove_source_branch: 'flag?',
  force_remove_source_branch: 'flag',
  web_url: 'text',
  reference: 'text',
  references: { short: 'text', relative: 'text', full: 'text' },
  time_stats: TIME,
  squash: 'flag',
  task_completion_status: { count: 'integer', completed_count: 'integer' },
  has_conflicts: 'flag',
  blocking_discussions_resolved: 'flag',
}

const DETAILED_STATUS: Fields = {
  icon: 'text',
  text: 'text',
  label: 'text',
  group: 'text',
  tooltip: 'text',
  has_details: 'flag',
  details_path: 'text',
  illustration: 'anything',
  favicon: 'text',
}

/** What POST pipelines answers. */
export const PIPELINE: Fields = {
  id: 'integer',
  sha: 'text',
  ref: 'text',
  status: 'text',
  web_url: 'text',
  before_sha: 'text',
  tag: 'flag',
  yaml_errors: 'text?',
  user: USER,
  created_at: 'moment',
  updated_at: 'moment',
  started_at: 'moment?',
  finished_at: 'moment?',
  committed_at: 'moment?',
  duration: 'integer?',
  coverage: 'anything',
  detailed_status: DETAILED_STATUS,
}

/** One merge request by itself. */
export const SINGLE: Fields = {
  ...LISTED,
  subscribed: 'flag',
  changes_count: 'text',
  latest_build_started_at: 'moment?',
  latest_build_finished_at: 'moment?',
  first_deployed_to_production_at: 'moment?',
  pipeline: 'object?',
  'head_pipeline?': {
    ...PIPELINE,
    iid: 'integer',
    project_id: 'integer',
    source: 'text',
    queued_duration: 'integer?',
  },
  diff_refs: { base_sha: 'text', head_sha: 'text', start_sha: 'text' },
  merge_error: 'text?',
  user: { can_merge: 'flag' },
}

export const COMMIT: Fields = {
  id: 'text',
  short_id: 'text',
  title: 'text',
  author_name: 'text',
  author_email: 'text',
  created_at: 'moment',
  message: 'text',
}

const CHANGE: Fields = {
  old_path: 'text',
  new_path: 'text',
  a_mode: 'text',
  b_mode: 'text',
  diff: 'text',
  new_file: 'flag',
  renamed_file: 'flag',
  deleted_file: 'flag',
}

export const CHANGES: Fields = { ...SINGLE, changes: [CHANGE], overflow: 'flag' }

export const REVIEWER: Fields = { user: USER, 'updated_state_by?': USER, state: 'text', created_at: 'moment' }

export const PIPELINE_ENTRY: Fields = { id: 'integer', sha: 'text', ref: 'text', status: 'text' }

export const VERSION: Fields = {
  id: 'integer',
  head_commit_sha: 'text',
  base_commit_sha: 'text',
  start_commit_sha: 'text',
  created_at: 'moment',
  merge_request_id: 'integer',
  state: 'text',
  real_size: 'text',
}

export const SINGLE_VERSION: Fields = { ...VERSION, commits: [COMMIT], diffs: [CHANGE] }

export const TO_DO: Fields = {
  id: 'integer',
  project: {
    id: 'integer',
    name: 'text',
    name_with_namespace: 'text',
    path: 'text',
    path_with_namespace: 'text',
  },
  author: USER,
  action_name: 'text',
  target_type: 'text',
  target: 'object',
  target_url: 'text',
  body: 'text',
  state: 'text',
  created_at: 'moment',
}

/** An issue that a merge would close. */
export const CLOSED_ISSUE: Fields = {
  state: 'text',
  description: 'text?',
  author: USER,
  'milestone?': MILESTONE,
  project_id: 'integer',
  'assignee?': USER,
  updated_at: 'moment',
  id: 'integer',
  title: 'text',
  created_at: 'moment',
  iid: 'integer',
  labels: 'list',
  user_notes_count: 'integer',
  changes_count: 'anything',
}

export const LABEL: Fields = {
  name: 'text',
  color: 'text',
  description: 'text?',
  description_html: 'text',
  text_color: 'text',
}

export const SIMPLE: Fields = {
  id: 'integer',
  iid: 'integer',
  project_id: 'integer',
  title: 'text',
  description: 'text?',
  state: 'text',
  created_at: 'moment',
  updated_at: 'moment',
  web_url: 'text',
}
