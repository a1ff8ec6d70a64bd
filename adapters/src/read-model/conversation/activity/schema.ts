/** The tracked state of each issuable, its resource events, and which issuables refer to which. */
export const schema = `
  CREATE TABLE remembered (
    noteable_type TEXT NOT NULL,
    noteable_id INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    iid INTEGER NOT NULL,
    author_id INTEGER NOT NULL,
    confidential INTEGER NOT NULL DEFAULT 0,
    facts TEXT NOT NULL,
    PRIMARY KEY (noteable_type, noteable_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX remembered_by_iid ON remembered (project_id, noteable_type, iid);
  CREATE TABLE resource_events (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    noteable_type TEXT NOT NULL,
    noteable_id INTEGER NOT NULL,
    user_id INTEGER,
    subject_id INTEGER,
    action TEXT NOT NULL,
    weight INTEGER,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX resource_events_by_noteable ON resource_events (noteable_type, noteable_id, kind, created_at, id);
  CREATE TABLE counted_activity (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    event TEXT NOT NULL,
    base INTEGER NOT NULL,
    free INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE cross_references (
    target_type TEXT NOT NULL,
    target_id INTEGER NOT NULL,
    source_type TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    PRIMARY KEY (target_type, target_id, source_type, source_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX cross_references_by_source ON cross_references (source_type, source_id);
`
