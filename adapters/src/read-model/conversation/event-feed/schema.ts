/** Entries of feeds as the events have them; titles are looked up when they are listed. */
export const schema = `
  CREATE TABLE feed_entries (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    author_id INTEGER NOT NULL,
    action TEXT NOT NULL,
    subject_type TEXT,
    subject_id INTEGER,
    subject_iid INTEGER,
    noteable_type TEXT,
    noteable_id INTEGER,
    ref TEXT,
    ref_from TEXT,
    ref_to TEXT,
    ref_base TEXT,
    refs INTEGER,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE feed_push_limit (id INTEGER PRIMARY KEY CHECK (id = 1), refs INTEGER NOT NULL) STRICT;
  CREATE TABLE feed_last_pushes (
    project_id INTEGER NOT NULL,
    change TEXT NOT NULL,
    push TEXT NOT NULL,
    refs INTEGER NOT NULL,
    first_entry INTEGER NOT NULL,
    PRIMARY KEY (project_id, change)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX feed_entries_by_author ON feed_entries (author_id, id);
  CREATE INDEX feed_entries_by_project ON feed_entries (project_id, id);
  CREATE INDEX feed_entries_by_subject ON feed_entries (subject_type, subject_id) WHERE subject_id IS NOT NULL;
  CREATE INDEX feed_entries_by_noteable ON feed_entries (noteable_type, noteable_id) WHERE noteable_id IS NOT NULL;
`
