/**
 * Merge requests, and beside them whatever a list can be narrowed by.
 *
 * Each side table has its key first in an index, so that a filter can be driven by it. The texts are indexed by trigrams, because a search
 * is for parts of words.
 */
const SIDE = ['assignees', 'reviewers', 'approvals', 'approvers', 'mentions']

const people = (name: string): string => `
  CREATE TABLE merge_request_${name} (
    merge_request_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    place INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT '',
    state_by INTEGER,
    created_at TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (merge_request_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX merge_request_${name}_by_user ON merge_request_${name} (user_id, merge_request_id);
`

/** Merge requests and their side tables. */
export const schema = `
  CREATE TABLE merge_requests (
    id INTEGER PRIMARY KEY,
    iid INTEGER NOT NULL,
    target_project_id INTEGER NOT NULL,
    source_project_id INTEGER NOT NULL,
    source_deleted INTEGER NOT NULL DEFAULT 0,
    source_branch TEXT NOT NULL,
    target_branch TEXT NOT NULL,
    author_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    draft INTEGER NOT NULL,
    description TEXT,
    description_blob TEXT,
    description_words TEXT,
    tasks INTEGER NOT NULL,
    tasks_done INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'opened',
    merge_status TEXT NOT NULL DEFAULT 'unchecked',
    checked_head TEXT,
    checked_target TEXT,
    merge_ref TEXT,
    version_id INTEGER NOT NULL DEFAULT 0,
    head TEXT,
    milestone_id INTEGER,
    squash INTEGER NOT NULL,
    force_remove_source_branch INTEGER,
    should_remove_source_branch INTEGER,
    allow_collaboration INTEGER NOT NULL,
    discussion_locked INTEGER,
    approvals_before_merge INTEGER,
    merge_error TEXT,
    auto_merge TEXT,
    auto_merge_sha TEXT,
    plan TEXT,
    rebasing INTEGER NOT NULL DEFAULT 0,
    merged_by INTEGER,
    merged_at TEXT,
    merge_commit_sha TEXT,
    squash_commit_sha TEXT,
    closed_by INTEGER,
    closed_at TEXT,
    time_estimate INTEGER NOT NULL DEFAULT 0,
    time_spent INTEGER NOT NULL DEFAULT 0,
    notes_count INTEGER NOT NULL DEFAULT 0,
    upvotes INTEGER NOT NULL DEFAULT 0,
    downvotes INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    touched_at TEXT NOT NULL,
    assigned INTEGER NOT NULL DEFAULT 0,
    reviewed INTEGER NOT NULL DEFAULT 0,
    labelled INTEGER NOT NULL DEFAULT 0,
    approved INTEGER NOT NULL DEFAULT 0,
    with_approvers INTEGER NOT NULL DEFAULT 0,
    edition INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE UNIQUE INDEX merge_requests_by_iid ON merge_requests (target_project_id, iid);
  CREATE INDEX merge_requests_by_project ON merge_requests (target_project_id, id);
  CREATE INDEX merge_requests_by_project_status ON merge_requests (target_project_id, status, id);
  CREATE INDEX merge_requests_by_project_author ON merge_requests (target_project_id, author_id, id);
  CREATE INDEX merge_requests_by_project_creation ON merge_requests (target_project_id, created_at, id);
  CREATE INDEX merge_requests_by_project_update ON merge_requests (target_project_id, updated_at, id);
  CREATE INDEX merge_requests_by_project_title ON merge_requests (target_project_id, title COLLATE NOCASE, id);
  CREATE INDEX merge_requests_by_project_target ON merge_requests (target_project_id, target_branch, id);
  CREATE INDEX merge_requests_by_project_source ON merge_requests (target_project_id, source_branch, id);
  CREATE INDEX merge_requests_by_project_draft ON merge_requests (target_project_id, draft, id);
  CREATE INDEX merge_requests_by_status ON merge_requests (status, id);
  CREATE INDEX merge_requests_by_author ON merge_requests (author_id, id);
  CREATE INDEX merge_requests_by_creation ON merge_requests (created_at, id);
  CREATE INDEX merge_requests_by_update ON merge_requests (updated_at, id);
  CREATE INDEX merge_requests_by_title ON merge_requests (title COLLATE NOCASE, id);
  CREATE INDEX merge_requests_by_target ON merge_requests (target_branch, id);
  CREATE INDEX merge_requests_by_source ON merge_requests (source_branch, id);
  CREATE INDEX merge_requests_by_project_milestone ON merge_requests (target_project_id, milestone_id, id);
  CREATE INDEX merge_requests_by_project_assigned ON merge_requests (target_project_id, assigned, id);
  CREATE INDEX merge_requests_by_project_reviewed ON merge_requests (target_project_id, reviewed, id);
  CREATE INDEX merge_requests_by_project_labelled ON merge_requests (target_project_id, labelled, id);
  CREATE INDEX merge_requests_by_project_approved ON merge_requests (target_project_id, approved, id);
  CREATE INDEX merge_requests_by_project_approvers ON merge_requests (target_project_id, with_approvers, id);
  CREATE INDEX merge_requests_by_milestone ON merge_requests (milestone_id, id) WHERE milestone_id IS NOT NULL;
  CREATE INDEX merge_requests_open_from ON merge_requests (source_project_id, source_branch, id) WHERE status = 'opened';
  CREATE INDEX merge_requests_from_forks ON merge_requests (source_project_id, id) WHERE source_project_id <> target_project_id;
  CREATE INDEX merge_requests_open_into ON merge_requests (target_project_id, target_branch, id) WHERE status = 'opened';
  CREATE INDEX merge_requests_waiting ON merge_requests (auto_merge_sha, id) WHERE auto_merge_sha IS NOT NULL;
  CREATE INDEX merge_requests_merged_by_author ON merge_requests (author_id, target_project_id) WHERE status = 'merged';
  CREATE INDEX merge_requests_merged_as
    ON merge_requests (target_project_id, coalesce(merge_commit_sha, squash_commit_sha, head), id) WHERE status = 'merged';
  CREATE INDEX merge_requests_locked ON merge_requests (id) WHERE status = 'locked';
  CREATE INDEX merge_requests_rebasing ON merge_requests (id) WHERE rebasing = 1;
  CREATE TABLE merge_request_versions (
    id INTEGER PRIMARY KEY,
    merge_request_id INTEGER NOT NULL,
    head TEXT,
    base TEXT,
    start TEXT,
    state TEXT NOT NULL,
    real_size TEXT,
    commits INTEGER NOT NULL,
    cause TEXT NOT NULL,
    committer_ids TEXT,
    code_owners TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX merge_request_versions_by_request ON merge_request_versions (merge_request_id, id);
  ${SIDE.map(people).join('')}
  CREATE TABLE merge_request_kept_approvals (
    merge_request_id INTEGER PRIMARY KEY,
    approvals TEXT NOT NULL
  ) STRICT;
  CREATE TABLE merge_request_labels (
    merge_request_id INTEGER NOT NULL,
    label_id INTEGER NOT NULL,
    PRIMARY KEY (merge_request_id, label_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX merge_request_labels_by_label ON merge_request_labels (label_id, merge_request_id);
  CREATE TABLE merge_request_subscriptions (
    merge_request_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    subscribed INTEGER NOT NULL,
    PRIMARY KEY (merge_request_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE merge_request_awards (
    merge_request_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (merge_request_id, user_id, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX merge_request_awards_by_user ON merge_request_awards (user_id, name, merge_request_id);
  CREATE TABLE merge_request_deployments (
    merge_request_id INTEGER NOT NULL,
    deployment_id INTEGER NOT NULL,
    PRIMARY KEY (merge_request_id, deployment_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX merge_request_deployments_by_deployment ON merge_request_deployments (deployment_id, merge_request_id);
  CREATE VIRTUAL TABLE merge_request_texts USING fts5(title, description, content='', contentless_delete=1, tokenize='trigram');
`

/** Every table with rows of one merge request. */
export const SIDE_TABLES: ReadonlyArray<string> = [
  ...SIDE.map((name) => `merge_request_${name}`),
  'merge_request_kept_approvals',
  'merge_request_labels',
  'merge_request_subscriptions',
  'merge_request_awards',
  'merge_request_deployments',
  'merge_request_versions',
]
