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

/** Writes the topics of a project, and counts its projects at each topic. */
export interface ProjectTopics {
  /** Replaces what is stored; to be called where the topics of the project were set. */
  readonly set: (projectId: number, topics: ReadonlyArray<string>) => void
  readonly remove: (projectId: number) => void
}

export const makeProjectTopics = (db: Database): ProjectTopics => {
  // `+`: an index of an expression has no type, and is not looked at for values of a column that has one.
  const uncount = db.prepare(
    `UPDATE topics SET projects_count = projects_count - 1
     WHERE id IN (SELECT t.id FROM project_topics w CROSS JOIN topics t ON lower(t.name) = +w.topic WHERE w.project_id = ?)`,
  )
  const clear = db.prepare('DELETE FROM project_topics WHERE project_id = ?')
  const insert = db.prepare('INSERT OR IGNORE INTO project_topics (topic, project_id) VALUES (lower(?), ?)')
  const count = db.prepare('UPDATE topics SET projects_count = projects_count + 1 WHERE lower(name) = lower(?)')
  const remove = (projectId: number): void => {
    uncount.run(projectId)
    clear.run(projectId)
  }
  return {
    set: (projectId, topics) => {
      remove(projectId)
      for (const topic of topics) if (insert.run(topic, projectId).changes > 0) count.run(topic)
    },
    remove,
  }
}
