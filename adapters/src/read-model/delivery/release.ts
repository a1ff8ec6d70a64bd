import {
  type ReleaseEvidence,
  type ReleaseLink,
  type ReleaseQueries,
  type ReleaseRow,
  release,
} from '@forgefold/core/domains/delivery/release'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

interface Stored extends Omit<ReleaseRow, 'description' | 'milestoneIds' | 'links' | 'evidences'> {
  readonly text: string | null
  readonly blob: string | null
  readonly milestones: string
  readonly links: string
  readonly evidences: string
}

const COLUMNS = `r.id, r.project_id AS projectId, r.tag, r.name, r.description AS text, r.description_blob AS blob, r.sha,
  r.author_id AS authorId, r.created_at AS createdAt, r.released_at AS releasedAt, r.milestones, r.links, r.evidences`

const rowOf = ({ text, blob, milestones, links, evidences, ...rest }: Stored): ReleaseRow => ({
  ...rest,
  description: { text, blob },
  milestoneIds: JSON.parse(milestones) as ReadonlyArray<number>,
  links: JSON.parse(links) as ReadonlyArray<ReleaseLink>,
  evidences: JSON.parse(evidences) as ReadonlyArray<ReleaseEvidence>,
})

const queries = (db: Database): ReleaseQueries => {
  const lists = new Lists(db)
  const byTag = db.prepare<[number, string], Stored>(
    `SELECT ${COLUMNS} FROM releases r WHERE r.project_id = ? AND r.tag = ?`,
  )
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM releases r WHERE r.id = ?`)
  const latest = db.prepare<[number, string], Stored>(
    `SELECT ${COLUMNS} FROM releases r WHERE r.project_id = ? AND r.released_at <= ? ORDER BY r.released_at DESC, r.id DESC`,
  )
  const withoutEvidence = db.prepare<[string, string, number], Stored>(
    `SELECT ${COLUMNS} FROM releases r
     WHERE r.evidences = '[]' AND r.released_at BETWEEN ? AND ? AND r.released_at >= r.created_at ORDER BY r.id LIMIT ?`,
  )
  const one = (stored: Stored | undefined): ReleaseRow | undefined => (stored === undefined ? undefined : rowOf(stored))
  return {
    byId: (id) => one(byId.get(id)),
    byTag: (projectId, tag) => one(byTag.get(projectId, tag)),
    latest: (projectId, until) => one(latest.get(projectId, until)),
    withoutEvidence: (from, until, limit) => withoutEvidence.all(from, until, limit).map(rowOf),
    list: (projectIds, { by, sort }, request) => {
      const where = [{ sql: 'r.project_id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(projectIds)] }]
      const orderBy = `r.${by} ${sort}, r.id ${sort}`
      const found = lists.page<Stored>({ select: COLUMNS, from: 'releases r', where, orderBy }, request)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}

/** Releases of projects in the read model. */
export const projectReleases: Projection = {
  name: 'releases',
  version: 1,
  schema: `
    CREATE TABLE releases (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      tag TEXT NOT NULL,
      name TEXT NOT NULL,
      description TEXT,
      description_blob TEXT,
      sha TEXT NOT NULL,
      author_id INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      released_at TEXT NOT NULL,
      milestones TEXT NOT NULL,
      links TEXT NOT NULL,
      evidences TEXT NOT NULL DEFAULT '[]'
    ) STRICT;
    CREATE UNIQUE INDEX releases_by_tag ON releases (project_id, tag);
    CREATE INDEX releases_by_moment ON releases (project_id, released_at);
    CREATE INDEX releases_without_evidence ON releases (released_at) WHERE evidences = '[]';
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO releases (id, project_id, tag, name, description, description_blob, sha, author_id, created_at, released_at,
         milestones, links) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const set = (column: string) => db.prepare(`UPDATE releases SET ${column} = ? WHERE id = ?`)
    const [setName, setReleased, setMilestones, setLinks] = [
      set('name'),
      set('released_at'),
      set('milestones'),
      set('links'),
    ]
    const setText = db.prepare('UPDATE releases SET description = ?, description_blob = ? WHERE id = ?')
    const remove = db.prepare('DELETE FROM releases WHERE id = ?')
    const addEvidence = db.prepare(
      "UPDATE releases SET evidences = json_insert(evidences, '$[#]', json(?)) WHERE id = ?",
    )
    const linksOf = db.prepare<[string], string>('SELECT links FROM releases WHERE id = ?').pluck()
    const changeLinks = (
      id: string,
      change: (links: ReadonlyArray<ReleaseLink>) => ReadonlyArray<ReleaseLink>,
    ): void => {
      setLinks.run(JSON.stringify(change(JSON.parse(linksOf.get(id) ?? '[]') as ReadonlyArray<ReleaseLink>)), id)
    }
    return [
      handle(context, release, {
        ReleaseCreated: (data, { stream, metadata: { at } }) => {
          const { projectId, tag, name, description, sha, authorId, releasedAt, milestoneIds, links } = data
          const lists = [JSON.stringify(milestoneIds), JSON.stringify(links)]
          const { text, blob } = description
          insert.run(idOf(stream), projectId, tag, name, text, blob, sha, authorId, at, releasedAt ?? at, ...lists)
        },
        ReleaseChanged: ({ name, description, releasedAt, milestoneIds }, { stream }) => {
          const id = idOf(stream)
          if (name !== undefined) setName.run(name, id)
          if (description !== undefined) setText.run(description.text, description.blob, id)
          if (releasedAt !== undefined && releasedAt !== null) setReleased.run(releasedAt, id)
          if (milestoneIds !== undefined) setMilestones.run(JSON.stringify(milestoneIds), id)
        },
        ReleaseLinkAdded: (link, { stream }) => changeLinks(idOf(stream), (links) => [...links, link]),
        ReleaseLinkChanged: (link, { stream }) =>
          changeLinks(idOf(stream), (links) => links.map((one) => (one.id === link.id ? link : one))),
        ReleaseLinkDeleted: ({ id }, { stream }) =>
          changeLinks(idOf(stream), (links) => links.filter((one) => one.id !== id)),
        EvidenceCollected: (data, { stream, metadata: { at } }) => {
          const evidence: ReleaseEvidence = { ...data, collectedAt: at }
          addEvidence.run(JSON.stringify(evidence), idOf(stream))
        },
        ReleaseDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { projectReleases: queries },
}
