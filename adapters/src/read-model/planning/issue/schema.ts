/** Issues, with side tables for everything that filters a list. */
export const schema = `
  CREATE TABLE issues (
    id INTEGER PRIMARY KEY,
    iid INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    author_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    description_blob TEXT,
    tasks INTEGER NOT NULL,
    tasks_done INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'opened',
    milestone_id INTEGER,
    due_date TEXT,
    confidential INTEGER NOT NULL,
    discussion_locked INTEGER,
    weight INTEGER,
    issue_type TEXT NOT NULL,
    closed_at TEXT,
    closed_by INTEGER,
    duplicate_of INTEGER,
    moved_to INTEGER,
    rank TEXT NOT NULL,
    time_estimate INTEGER NOT NULL DEFAULT 0,
    time_spent INTEGER NOT NULL DEFAULT 0,
    notes_count INTEGER NOT NULL DEFAULT 0,
    upvotes INTEGER NOT NULL DEFAULT 0,
    downvotes INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX issues_by_iid ON issues (project_id, iid);
  CREATE INDEX issues_by_project ON issues (project_id, created_at, id);
  CREATE INDEX issues_by_project_state ON issues (project_id, state, created_at, id);
  CREATE INDEX issues_by_creation ON issues (created_at, id);
  CREATE INDEX issues_by_update ON issues (project_id, updated_at, id);
  CREATE INDEX issues_by_state ON issues (state, created_at, id);
  CREATE INDEX issues_by_number ON issues (iid);
  CREATE INDEX issues_by_rank ON issues (project_id, rank, id);
  CREATE INDEX issues_by_votes ON issues (project_id, upvotes, id);
  CREATE INDEX issues_by_any_update ON issues (updated_at, id);
  CREATE INDEX issues_by_title ON issues (project_id, title COLLATE NOCASE, id);
  CREATE INDEX issues_by_due_date ON issues (due_date, id) WHERE due_date IS NOT NULL;
  CREATE INDEX issues_confidential ON issues (project_id, id) WHERE confidential = 1;
  CREATE INDEX issues_by_author ON issues (author_id, created_at, id);
  CREATE INDEX issues_by_milestone ON issues (milestone_id, id) WHERE milestone_id IS NOT NULL;
  CREATE TABLE issue_assignees (
    issue_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (issue_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX issue_assignees_by_user ON issue_assignees (user_id, issue_id);
  CREATE TABLE issue_labels (
    issue_id INTEGER NOT NULL,
    label_id INTEGER NOT NULL,
    PRIMARY KEY (issue_id, label_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX issue_labels_by_label ON issue_labels (label_id, issue_id);
  CREATE TABLE issue_mentions (
    issue_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (issue_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE issue_subscriptions (
    issue_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    subscribed INTEGER NOT NULL,
    PRIMARY KEY (issue_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE issue_closers (
    issue_id INTEGER NOT NULL,
    merge_request_id INTEGER NOT NULL,
    PRIMARY KEY (issue_id, merge_request_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX issue_closers_by_request ON issue_closers (merge_request_id, issue_id);
  CREATE VIRTUAL TABLE issue_texts USING fts5(title, description, content='', contentless_delete=1, tokenize='trigram');
`

/** Every table with rows of one issue. */
export const SIDE_TABLES = [
  'issue_assignees',
  'issue_labels',
  'issue_mentions',
  'issue_subscriptions',
  'issue_closers',
] as const
