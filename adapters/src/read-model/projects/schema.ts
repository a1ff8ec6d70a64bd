import { formerPathSchema } from './former-paths.js'
import { topicSchema } from './project/topics.js'

/**
 * Namespaces with groups and projects in them, and who has which role where.
 *
 * `group_authorizations` and `project_authorizations` hold effective roles, direct and inherited, so that "all I may see" is one indexed
 * look-up that any list can join.
 */
export const schema = `
  CREATE TABLE namespaces (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    full_path TEXT NOT NULL,
    full_name TEXT NOT NULL,
    parent_id INTEGER,
    owner_id INTEGER
  ) STRICT;
  CREATE INDEX namespaces_by_path ON namespaces (full_path COLLATE NOCASE);
  CREATE INDEX namespaces_by_owner ON namespaces (owner_id) WHERE owner_id IS NOT NULL;
  CREATE INDEX namespaces_by_parent ON namespaces (parent_id) WHERE parent_id IS NOT NULL;
  CREATE INDEX namespaces_groups_by_name ON namespaces (name COLLATE NOCASE, id) WHERE kind = 'group';
  CREATE TABLE groups (
    id INTEGER PRIMARY KEY,
    visibility TEXT NOT NULL,
    project_creation_level TEXT NOT NULL,
    settings TEXT NOT NULL,
    created_at TEXT NOT NULL,
    marked_on TEXT
  ) STRICT;
  CREATE INDEX groups_by_visibility ON groups (visibility, id);
  CREATE INDEX groups_by_mark ON groups (marked_on) WHERE marked_on IS NOT NULL;
  CREATE TABLE group_ancestors (
    group_id INTEGER NOT NULL,
    ancestor_id INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    PRIMARY KEY (group_id, ancestor_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX group_descendants ON group_ancestors (ancestor_id, group_id);
  CREATE TABLE projects (
    id INTEGER PRIMARY KEY,
    namespace_id INTEGER NOT NULL,
    group_id INTEGER,
    creator_id INTEGER NOT NULL,
    forked_from INTEGER,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    description TEXT,
    visibility TEXT NOT NULL,
    archived INTEGER NOT NULL DEFAULT 0,
    issues TEXT NOT NULL,
    merge_requests TEXT NOT NULL,
    default_branch TEXT,
    settings TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    last_activity_at TEXT NOT NULL,
    warned_at TEXT,
    marked_on TEXT,
    stars_count INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX projects_by_mark ON projects (marked_on) WHERE marked_on IS NOT NULL;
  CREATE INDEX projects_by_path ON projects (namespace_id, path COLLATE NOCASE);
  CREATE INDEX projects_by_group ON projects (group_id) WHERE group_id IS NOT NULL;
  CREATE INDEX projects_by_visibility ON projects (visibility, id);
  CREATE INDEX projects_by_creation ON projects (created_at, id);
  CREATE INDEX projects_by_activity ON projects (last_activity_at, id);
  CREATE INDEX projects_by_stars ON projects (stars_count, id);
  CREATE VIRTUAL TABLE project_texts USING fts5 (
    path, name, description, content = '', contentless_delete = 1, tokenize = 'trigram'
  );
  CREATE TRIGGER project_texts_added AFTER INSERT ON projects BEGIN
    INSERT INTO project_texts (rowid, path, name, description) VALUES (NEW.id, NEW.path, NEW.name, NEW.description);
  END;
  CREATE TRIGGER project_texts_changed AFTER UPDATE OF path, name, description ON projects
  WHEN NEW.path IS NOT OLD.path OR NEW.name IS NOT OLD.name OR NEW.description IS NOT OLD.description BEGIN
    DELETE FROM project_texts WHERE rowid = OLD.id;
    INSERT INTO project_texts (rowid, path, name, description) VALUES (NEW.id, NEW.path, NEW.name, NEW.description);
  END;
  CREATE TRIGGER project_texts_deleted AFTER DELETE ON projects BEGIN
    DELETE FROM project_texts WHERE rowid = OLD.id;
  END;
  CREATE INDEX projects_by_source ON projects (forked_from) WHERE forked_from IS NOT NULL;
  CREATE TABLE members (
    source TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    level INTEGER NOT NULL,
    expires_at TEXT,
    created_at TEXT NOT NULL,
    created_by INTEGER,
    PRIMARY KEY (source, source_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX members_by_user ON members (user_id, source, source_id);
  CREATE INDEX members_by_expiry ON members (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE access_requests (
    source TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    requested_at TEXT NOT NULL,
    PRIMARY KEY (source, source_id, user_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX access_requests_by_user ON access_requests (user_id);
  CREATE TABLE group_shares (
    source TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    level INTEGER NOT NULL,
    expires_at TEXT,
    PRIMARY KEY (source, source_id, group_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX group_shares_by_group ON group_shares (group_id, source, source_id);
  CREATE INDEX group_shares_by_expiry ON group_shares (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE group_authorizations (
    user_id INTEGER NOT NULL,
    group_id INTEGER NOT NULL,
    level INTEGER NOT NULL,
    PRIMARY KEY (user_id, group_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX group_authorizations_by_group ON group_authorizations (group_id, user_id);
  CREATE TABLE project_authorizations (
    user_id INTEGER NOT NULL,
    project_id INTEGER NOT NULL,
    level INTEGER NOT NULL,
    PRIMARY KEY (user_id, project_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX project_authorizations_by_project ON project_authorizations (project_id, user_id);
  ${formerPathSchema}
  ${topicSchema}
`
