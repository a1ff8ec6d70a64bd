/** Discussions, the notes in them, and who takes part by a mention in a note or an award to it. */
export const schema = `
    CREATE TABLE discussions (
      id TEXT PRIMARY KEY,
      project_id INTEGER NOT NULL,
      noteable_type TEXT NOT NULL,
      noteable_id INTEGER NOT NULL,
      individual INTEGER NOT NULL,
      position TEXT,
      commit_id TEXT
    ) STRICT;
    CREATE INDEX discussions_by_noteable ON discussions (noteable_type, noteable_id);
    CREATE INDEX discussions_on_lines ON discussions (noteable_type, noteable_id) WHERE position IS NOT NULL;
    CREATE TABLE notes (
      id INTEGER PRIMARY KEY,
      discussion_id TEXT NOT NULL,
      noteable_type TEXT NOT NULL,
      noteable_id INTEGER NOT NULL,
      author_id INTEGER NOT NULL,
      body TEXT NOT NULL,
      body_blob TEXT,
      internal INTEGER NOT NULL,
      system TEXT,
      resolved_by INTEGER,
      resolved_at TEXT,
      open INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX notes_by_noteable ON notes (noteable_type, noteable_id, created_at, id);
    CREATE INDEX notes_by_update ON notes (noteable_type, noteable_id, updated_at, id);
    CREATE INDEX notes_by_author ON notes (noteable_type, noteable_id, internal, author_id, id) WHERE system IS NULL;
    CREATE INDEX notes_open ON notes (noteable_id) WHERE open = 1;
    CREATE INDEX notes_by_discussion ON notes (discussion_id, id);
    CREATE INDEX notes_from_elsewhere ON notes (noteable_type, noteable_id)
      WHERE json_extract(system, '$.projectId') IS NOT NULL;
    CREATE INDEX notes_by_mentioning_issue ON notes (noteable_type, noteable_id) WHERE json_extract(system, '$.by') = 'Issue';
    CREATE TABLE suggestions (
      id INTEGER PRIMARY KEY,
      note_id INTEGER NOT NULL,
      discussion_id TEXT NOT NULL,
      above INTEGER NOT NULL,
      below INTEGER NOT NULL,
      old_text TEXT NOT NULL,
      new_text TEXT NOT NULL,
      commit_id TEXT
    ) STRICT;
    CREATE INDEX suggestions_by_note ON suggestions (note_id, id);
    CREATE TABLE note_participants (
      note_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      by_award INTEGER NOT NULL,
      noteable_type TEXT NOT NULL,
      noteable_id INTEGER NOT NULL,
      internal INTEGER NOT NULL,
      PRIMARY KEY (note_id, user_id, by_award)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX note_participants_by_user
      ON note_participants (noteable_type, noteable_id, by_award, internal, user_id, note_id);
  `
