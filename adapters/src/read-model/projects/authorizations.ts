import type { Database } from 'better-sqlite3'

/** Maintains the effective roles; each method is called after the rows that it depends on have changed. */
export interface Authorizations {
  /** Recomputes the roles of a user in a group and below. */
  readonly memberOfGroup: (groupId: number, userId: number) => void
  readonly memberOfProject: (projectId: number, userId: number) => void
  /** Recomputes all roles in a new or moved group and below. */
  readonly group: (groupId: number) => void
  /** Recomputes all roles in a new or moved project. */
  readonly project: (projectId: number) => void
  readonly withoutGroup: (groupId: number) => void
  readonly withoutProject: (projectId: number) => void
  readonly withoutUser: (userId: number) => void
}

/** The condition on a column of user ids: for all users there is none. */
type OfUsers = (column: string) => string
const ofAll: OfUsers = () => 'TRUE'
const ofOne: OfUsers = (column) => `${column} = $user`

// CROSS JOIN keeps the order of the tables: SQLite would rather begin with all members of all groups, of which it takes any condition on
// `source` to leave few.

/** Roles of groups below `$group`. Of a group that one is shared with, the direct members count. */
const rolesOfGroups = (whose: OfUsers): string => `
  INSERT INTO group_authorizations (user_id, group_id, level)
  SELECT user_id, group_id, max(level) FROM (
    SELECT m.user_id, a.group_id, m.level
    FROM group_ancestors below
    CROSS JOIN group_ancestors a ON a.group_id = below.group_id
    CROSS JOIN members m ON m.source = 'group' AND m.source_id = a.ancestor_id
    WHERE below.ancestor_id = $group AND ${whose('m.user_id')}
    UNION ALL
    SELECT m.user_id, a.group_id, min(m.level, s.level)
    FROM group_ancestors below
    CROSS JOIN group_ancestors a ON a.group_id = below.group_id
    CROSS JOIN group_shares s ON s.source = 'group' AND s.source_id = a.ancestor_id
    CROSS JOIN members m ON m.source = 'group' AND m.source_id = s.group_id AND m.level >= 10
    WHERE below.ancestor_id = $group AND ${whose('m.user_id')}
  ) GROUP BY user_id, group_id`

const clearRolesOfGroups = (whose: OfUsers): string => `
  DELETE FROM group_authorizations
  WHERE group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = $group) AND ${whose('user_id')}`

/** Roles in projects: through their group, direct ones, and through groups they are shared with, including inherited ones. */
const rolesOfProjects = (projects: string, whose: OfUsers): string => `
  INSERT INTO project_authorizations (user_id, project_id, level)
  SELECT user_id, project_id, max(level) FROM (
    SELECT g.user_id, p.id AS project_id, g.level FROM projects p
    CROSS JOIN group_authorizations g ON g.group_id = p.group_id
    WHERE ${projects} AND ${whose('g.user_id')}
    UNION ALL
    SELECT m.user_id, p.id, m.level FROM projects p
    CROSS JOIN members m ON m.source = 'project' AND m.source_id = p.id
    WHERE ${projects} AND ${whose('m.user_id')}
    UNION ALL
    SELECT m.user_id, p.id, min(m.level, s.level) FROM projects p
    CROSS JOIN group_shares s ON s.source = 'project' AND s.source_id = p.id
    CROSS JOIN group_ancestors a ON a.group_id = s.group_id
    CROSS JOIN members m ON m.source = 'group' AND m.source_id = a.ancestor_id AND m.level >= 10
    WHERE ${projects} AND ${whose('m.user_id')}
  ) GROUP BY user_id, project_id`

const clearRolesOfProjects = (projects: string, whose: OfUsers): string => `
  DELETE FROM project_authorizations
  WHERE project_id IN (SELECT p.id FROM projects p WHERE ${projects}) AND ${whose('user_id')}`

const BELOW = 'p.group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = $group)'
const ONE = 'p.id = $project'
/** Shared with the group or one below it. */
const SHARED = `p.id IN (SELECT s.source_id FROM group_ancestors b CROSS JOIN group_shares s ON s.group_id = b.group_id
  WHERE b.ancestor_id = $group AND s.source = 'project')`
const SHARING = 'SELECT source, source_id AS id FROM group_shares WHERE group_id = ?'

interface Scope {
  readonly group?: number
  readonly project?: number
  /** Null: all users. */
  readonly user: number | null
}

export const makeAuthorizations = (db: Database): Authorizations => {
  const prepared = (textsFor: (whose: OfUsers) => ReadonlyArray<string>) => {
    const statementsFor = (whose: OfUsers) => textsFor(whose).map((text) => db.prepare<[Scope]>(text))
    const [forAll, forOne] = [statementsFor(ofAll), statementsFor(ofOne)]
    return (scope: Scope): void => {
      for (const statement of scope.user === null ? forAll : forOne) statement.run(scope)
    }
  }
  const ofGroup = prepared((whose) => [
    clearRolesOfGroups(whose),
    rolesOfGroups(whose),
    clearRolesOfProjects(BELOW, whose),
    rolesOfProjects(BELOW, whose),
  ])
  const ofShared = prepared((whose) => [clearRolesOfProjects(SHARED, whose), rolesOfProjects(SHARED, whose)])
  const ofProject = prepared((whose) => [clearRolesOfProjects(ONE, whose), rolesOfProjects(ONE, whose)])
  const dropGroup = db.prepare('DELETE FROM group_authorizations WHERE group_id = ?')
  const dropProject = db.prepare('DELETE FROM project_authorizations WHERE project_id = ?')
  const dropUserGroups = db.prepare('DELETE FROM group_authorizations WHERE user_id = ?')
  const dropUserProjects = db.prepare('DELETE FROM project_authorizations WHERE user_id = ?')
  const sharing = db.prepare<[number], { readonly source: 'group' | 'project'; readonly id: number }>(SHARING)
  const dropShares = db.prepare(
    "DELETE FROM group_shares WHERE group_id = $id OR (source = 'group' AND source_id = $id)",
  )
  const dropSharesOfProject = db.prepare("DELETE FROM group_shares WHERE source = 'project' AND source_id = ?")
  const reach = (group: number, user: number | null): void => {
    ofGroup({ group, user })
    ofShared({ group, user })
  }
  return {
    memberOfGroup: (group, user) => {
      reach(group, user)
      for (const { source, id } of sharing.all(group)) if (source === 'group') ofGroup({ group: id, user })
    },
    memberOfProject: (project, user) => ofProject({ project, user }),
    group: (group) => reach(group, null),
    project: (project) => ofProject({ project, user: null }),
    withoutGroup: (groupId) => {
      const places = sharing.all(groupId)
      dropShares.run({ id: groupId })
      dropGroup.run(groupId)
      for (const { source, id } of places) {
        if (source === 'group') ofGroup({ group: id, user: null })
        else ofProject({ project: id, user: null })
      }
    },
    withoutProject: (projectId) => {
      dropSharesOfProject.run(projectId)
      dropProject.run(projectId)
    },
    withoutUser: (userId) => {
      dropUserGroups.run(userId)
      dropUserProjects.run(userId)
    },
  }
}
