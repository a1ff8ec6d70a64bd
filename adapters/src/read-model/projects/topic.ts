import { type TopicFilter, type TopicQueries, type TopicRow, topic } from '@forgefold/core/domains/projects/topic'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../engine/like-pattern.js'
import { type Condition, Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS = 't.id, t.name, t.title, t.description, t.avatar, t.projects_count AS projectsCount'

const conditions = ({ search, withoutProjects }: TopicFilter): ReadonlyArray<Condition> => [
  ...(search === undefined || search === ''
    ? []
    : [
        {
          sql: "t.name LIKE ? ESCAPE '\\' OR t.title LIKE ? ESCAPE '\\'",
          values: [likePattern(search), likePattern(search)],
        },
      ]),
  ...(withoutProjects === true ? [{ sql: 't.projects_count = 0', values: [] }] : []),
]

const queries = (db: Database): TopicQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], TopicRow>(`SELECT ${COLUMNS} FROM topics t WHERE t.id = ?`)
  const about = db
    .prepare<[string], number>('SELECT project_id FROM project_topics WHERE topic = lower(?) ORDER BY project_id')
    .pluck()
  return {
    byId: (id) => byId.get(id),
    list: (filter, page) => {
      const where = conditions(filter)
      return lists.page<TopicRow>(
        { select: COLUMNS, from: 'topics t', where, orderBy: 't.projects_count DESC, t.id' },
        page,
      )
    },
    projectsAbout: (name) => about.all(name),
  }
}

/** Topics in the read model. */
export const topics: Projection = {
  name: 'topics',
  version: 3,
  schema: `
    CREATE TABLE topics (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      title TEXT,
      description TEXT,
      avatar TEXT NOT NULL,
      projects_count INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX topics_by_name ON topics (lower(name));
    CREATE INDEX topics_by_projects ON topics (projects_count DESC, id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      'INSERT INTO topics (id, name, title, description, avatar, projects_count) VALUES (?, ?, ?, ?, ?, 0)',
    )
    /** After its name was set; what becomes of its projects later counts itself. */
    const recount = db.prepare(
      'UPDATE topics SET projects_count = (SELECT count(*) FROM project_topics WHERE topic = lower(name)) WHERE id = ?',
    )
    const setters = {
      name: db.prepare('UPDATE topics SET name = ? WHERE id = ?'),
      title: db.prepare('UPDATE topics SET title = ? WHERE id = ?'),
      description: db.prepare('UPDATE topics SET description = ? WHERE id = ?'),
      avatar: db.prepare('UPDATE topics SET avatar = ? WHERE id = ?'),
    }
    const remove = db.prepare('DELETE FROM topics WHERE id = ?')
    return [
      handle(context, topic, {
        TopicCreated: ({ name, title, description, avatar = '' }, { stream }) => {
          const id = idOf(stream)
          insert.run(id, name, title, description, avatar)
          recount.run(id)
        },
        TopicChanged: ({ name, title, description, avatar }, { stream }) => {
          const id = idOf(stream)
          if (name !== undefined) {
            setters.name.run(name, id)
            recount.run(id)
          }
          if (title !== undefined) setters.title.run(title, id)
          if (description !== undefined) setters.description.run(description, id)
          if (avatar !== undefined) setters.avatar.run(avatar, id)
        },
        TopicDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { topics: queries },
}
