import type { IssueQueries } from '@forgefold/core/domains/planning/issue'
import type { Database } from 'better-sqlite3'

const addOne = (projectId: string, confidential: string): string =>
  `INSERT INTO open_issue_counts VALUES (${projectId}, ${confidential}, 1) ON CONFLICT DO UPDATE SET count = count + 1`
const TAKE_ONE = `UPDATE open_issue_counts SET count = count - 1
      WHERE project_id = OLD.project_id AND confidential = OLD.confidential`

/**
 * The number of open issues of each project: lists of projects show it, and counting would scan all of them.
 *
 * New issues are counted by `openIssueCounter`: a trigger would double the cost of the insert, because SQLite then copies every page that it
 * changes, in case the trigger fails.
 */
export const openCountsSchema = `
  CREATE TABLE open_issue_counts (
    project_id INTEGER NOT NULL,
    confidential INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (project_id, confidential)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER open_issue_deleted AFTER DELETE ON issues WHEN OLD.state = 'opened' BEGIN
    ${TAKE_ONE};
  END;
  CREATE TRIGGER open_issue_left AFTER UPDATE OF state, confidential ON issues WHEN OLD.state = 'opened' BEGIN
    ${TAKE_ONE};
  END;
  CREATE TRIGGER open_issue_came AFTER UPDATE OF state, confidential ON issues WHEN NEW.state = 'opened' BEGIN
    ${addOne('NEW.project_id', 'NEW.confidential')};
  END;
`

/** Counts one more open issue, which was just inserted. */
export const openIssueCounter = (db: Database): ((projectId: number, confidential: boolean) => void) => {
  const add = db.prepare<[number, number]>(addOne('?', '?'))
  return (projectId, confidential) => {
    add.run(projectId, Number(confidential))
  }
}

/** Reads them from one or two rows. */
export const openCountOf = (db: Database): IssueQueries['openCount'] => {
  const count = db
    .prepare<[number, number], number>(
      'SELECT total(count) FROM open_issue_counts WHERE project_id = ? AND confidential <= ?',
    )
    .pluck()
  return (projectId, confidentialToo) => count.get(projectId, confidentialToo ? 1 : 0) ?? 0
}
