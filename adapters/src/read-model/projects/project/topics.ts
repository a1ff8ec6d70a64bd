import type { Database } from 'better-sqlite3'

/** Projects by topic, in lower case: without it each question about a topic would read the settings of all projects. */
export const topicSchema = `
  CREATE TABLE project_topics (
    topic TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    PRIMARY KEY (topic, project_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX project_topics_by_project ON project_topics (project_id);
`

/** Writes the topics of a project. */
export interface ProjectTopics {
  /** Replaces what is stored; to be called where the topics of the project were set. */
  readonly set: (projectId: number, topics: ReadonlyArray<string>) => void
  readonly remove: (projectId: number) => void
}

export const makeProjectTopics = (db: Database): ProjectTopics => {
  const remove = db.prepare('DELETE FROM project_topics WHERE project_id = ?')
  const insert = db.prepare('INSERT OR IGNORE INTO project_topics (topic, project_id) VALUES (lower(?), ?)')
  return {
    set: (projectId, topics) => {
      remove.run(projectId)
      for (const topic of topics) insert.run(topic, projectId)
    },
    remove: (projectId) => {
      remove.run(projectId)
    },
  }
}
