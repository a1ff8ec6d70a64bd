import type { Database } from 'better-sqlite3'

/**
 * Full paths that namespaces and projects had before they were renamed or moved, until something else takes them. The path of a user is
 * forgotten with the user, and so are the paths below it.
 */
export const formerPathSchema = `
  CREATE TABLE former_paths (
    path TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
    kind TEXT NOT NULL,
    id INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX former_paths_of ON former_paths (kind, id);
  CREATE TRIGGER namespace_took_path AFTER INSERT ON namespaces BEGIN
    DELETE FROM former_paths WHERE path = NEW.full_path;
  END;
  CREATE TRIGGER namespace_left_path AFTER UPDATE OF full_path ON namespaces
  WHEN OLD.full_path <> NEW.full_path COLLATE NOCASE BEGIN
    INSERT OR REPLACE INTO former_paths (path, kind, id) VALUES (OLD.full_path, 'namespace', OLD.id);
    DELETE FROM former_paths WHERE path = NEW.full_path;
  END;
  CREATE TRIGGER user_left AFTER DELETE ON namespaces WHEN OLD.kind = 'user' BEGIN
    DELETE FROM former_paths WHERE path > OLD.full_path || '/' AND path < OLD.full_path || '0';
    DELETE FROM former_paths WHERE EXISTS (
      SELECT 1 FROM former_paths f WHERE f.kind = 'namespace' AND f.id = OLD.id
      AND former_paths.path > f.path || '/' AND former_paths.path < f.path || '0'
    );
  END;
  CREATE TRIGGER namespace_left AFTER DELETE ON namespaces BEGIN
    DELETE FROM former_paths WHERE kind = 'namespace' AND id = OLD.id;
  END;
  CREATE TRIGGER project_took_path AFTER INSERT ON projects BEGIN
    DELETE FROM former_paths
    WHERE path = (SELECT full_path || '/' || NEW.path FROM namespaces WHERE id = NEW.namespace_id);
  END;
  CREATE TRIGGER project_left_path AFTER UPDATE OF path, namespace_id ON projects
  WHEN OLD.path <> NEW.path COLLATE NOCASE OR OLD.namespace_id <> NEW.namespace_id BEGIN
    INSERT OR REPLACE INTO former_paths (path, kind, id)
    SELECT full_path || '/' || OLD.path, 'project', OLD.id FROM namespaces WHERE id = OLD.namespace_id;
    DELETE FROM former_paths
    WHERE path = (SELECT full_path || '/' || NEW.path FROM namespaces WHERE id = NEW.namespace_id);
  END;
  CREATE TRIGGER project_left AFTER DELETE ON projects BEGIN
    DELETE FROM former_paths WHERE kind = 'project' AND id = OLD.id;
  END;
`

/** Full paths are not deeper. */
const MAX_DEPTH = 30

/** A path is followed through so many renames and moves of what is above it. */
const MAX_MOVES = 10

/** Finds what had a path before, where `find` reads what has a present path. */
export const makeFindByFormerPath = (db: Database) => {
  const movedPath = makeMovedPath(db)
  return <A>(formerPath: string, find: (path: string) => A | undefined): A | undefined => {
    let path = movedPath(formerPath)
    for (let moves = 1; path !== undefined && moves <= MAX_MOVES; moves++) {
      const found = find(path)
      if (found !== undefined) return found
      path = movedPath(path)
    }
    return undefined
  }
}

/** Resolves the longest part of a path that something had before to its present path; undefined where there is none. */
const makeMovedPath = (db: Database): ((path: string) => string | undefined) => {
  const moved = db
    .prepare<[string], string | null>(
      `SELECT CASE f.kind
         WHEN 'namespace' THEN (SELECT n.full_path FROM namespaces n WHERE n.id = f.id)
         ELSE (SELECT n.full_path || '/' || p.path FROM projects p JOIN namespaces n ON n.id = p.namespace_id WHERE p.id = f.id)
       END FROM former_paths f WHERE f.path = ?`,
    )
    .pluck()
  return (path) => {
    if (path.split('/').length > MAX_DEPTH) return undefined
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const present = moved.get(path.slice(0, end))
      if (present !== undefined && present !== null) return `${present}${path.slice(end)}`
    }
    return undefined
  }
}
