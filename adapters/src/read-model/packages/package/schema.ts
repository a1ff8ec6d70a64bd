/**
 * Packages, their files, what their protocols need, the pipelines that built them and their tags.
 *
 * `listed` is what a list shows where nothing else is asked for; the indexes on it give any page in order without a sort. Names are
 * searched by trigrams.
 */
export const schema = `
  CREATE TABLE packages (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    type_order INTEGER NOT NULL,
    name TEXT NOT NULL,
    version TEXT,
    conan_name TEXT,
    creator_id INTEGER,
    python_name TEXT,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    marked_at TEXT,
    listed INTEGER GENERATED ALWAYS AS
      (status IN ('default', 'error') AND version IS NOT NULL AND type <> 'terraform_module') VIRTUAL
  ) STRICT;
  CREATE INDEX packages_by_id ON packages (project_id, listed, id);
  CREATE INDEX packages_by_name ON packages (project_id, listed, name, id);
  CREATE INDEX packages_by_version ON packages (project_id, listed, version, id);
  CREATE INDEX packages_by_type ON packages (project_id, listed, type_order, id);
  CREATE INDEX packages_by_status ON packages (project_id, status, id);
  CREATE INDEX packages_by_identity ON packages (project_id, type, name, version);
  CREATE INDEX packages_by_python_name ON packages (project_id, python_name) WHERE python_name IS NOT NULL;
  CREATE INDEX packages_everywhere_by_name ON packages (type, name COLLATE NOCASE);
  CREATE INDEX packages_everywhere_by_python_name ON packages (python_name) WHERE python_name IS NOT NULL;
  CREATE INDEX packages_marked ON packages (marked_at) WHERE marked_at IS NOT NULL;
  CREATE VIRTUAL TABLE package_names USING fts5 (name, content = '', contentless_delete = 1, tokenize = 'trigram');
  CREATE TABLE package_files (
    id INTEGER PRIMARY KEY,
    package_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    sha1 TEXT NOT NULL,
    md5 TEXT NOT NULL,
    pipeline_id INTEGER,
    package_reference TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX package_files_by_package ON package_files (package_id, id);
  CREATE INDEX package_files_by_digest ON package_files (sha256);
  CREATE TABLE package_metadata (
    package_id INTEGER PRIMARY KEY,
    metadata TEXT NOT NULL,
    blob TEXT
  ) STRICT;
  CREATE INDEX package_metadata_by_blob ON package_metadata (blob) WHERE blob IS NOT NULL;
  CREATE TABLE package_pipelines (
    package_id INTEGER NOT NULL,
    pipeline_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (package_id, pipeline_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE package_tags (
    id INTEGER PRIMARY KEY,
    package_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX package_tags_by_package ON package_tags (package_id);
  -- Tags of packages that are published beside them and are not there yet, or never come.
  CREATE TABLE package_tags_ahead (
    id INTEGER PRIMARY KEY,
    package_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX package_tags_ahead_by_package ON package_tags_ahead (package_id);
  CREATE TABLE package_downloads (
    package_id INTEGER PRIMARY KEY,
    at TEXT NOT NULL
  ) STRICT;
`
