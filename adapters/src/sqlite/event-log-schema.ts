import type { Migrations } from './migrations.js'

/**
 * The event log.
 *
 * Names stand once, in tables of their own, so that the indexes hold integers: their width decides the speed of an append. An event id is
 * indexed in its stream and not unique: at the head, the law table lets the same ids be written again. Positions are rowids: dense, in
 * commit order.
 */
export const EVENT_LOG: Migrations = [
  `
  CREATE TABLE category (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE event_type (
    key INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, UNIQUE (name, version)
  ) STRICT;
  CREATE TABLE stream (
    key INTEGER PRIMARY KEY, category INTEGER NOT NULL REFERENCES category, name TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE event (
    position INTEGER PRIMARY KEY CHECK (position < 9007199254740992),
    stream INTEGER NOT NULL REFERENCES stream,
    revision INTEGER NOT NULL,
    category INTEGER NOT NULL REFERENCES category,
    type INTEGER NOT NULL REFERENCES event_type,
    at INTEGER NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX event_by_revision ON event (stream, revision);
  CREATE INDEX event_by_id ON event (stream, id);
  CREATE INDEX event_by_category ON event (category, position);
  `,
]
