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

/** Roles of groups below `$group`; `$user` null for all users. Of a group that one is shared with, the direct members count. */
const GROUP_ROLES = `
  INSERT INTO group_authorizations (user_id, group_id, level)
  SELECT user_id, group_id, max(level) FROM (
    SELECT m.user_id, a.group_id, m.level
    FROM group_ancestors below
    JOIN group_ancestors a ON a.group_id = below.group_id
    JOIN members m ON m.source = 'group' AND m.source_id = a.ancestor_id
    WHERE below.ancestor_id = $group AND ($user IS NULL OR m.user_id = $user)
    UNION ALL
    SELECT m.user_id, a.group_id, min(m.level, s.level)
    FROM group_ancestors below
    JOIN group_ancestors a ON a.group_id = below.group_id
    JOIN group_shares s ON s.source = 'group' AND s.source_id = a.ancestor_id
    JOIN members m ON m.source = 'group' AND m.source_id = s.group_id AND m.level >= 10
    WHERE below.ancestor_id = $group AND ($user IS NULL OR m.user_id = $user)
  ) GROUP BY user_id, group_id`

const CLEAR_GROUP_ROLES = `
  DELETE FROM group_authorizations
  WHERE group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = $group) AND ($user IS NULL OR user_id = $user)`

/** Roles in projects: through their group, direct ones, and through groups they are shared with, including inherited ones. */
const rolesOfProjects = (projects: string): string => `
  INSERT INTO project_authorizations (user_id, project_id, level)
  SELECT user_id, project_id, max(level) FROM (
    SELECT g.user_id, p.id AS project_id, g.level FROM projects p
    JOIN group_authorizations g ON g.group_id = p.group_id
    WHERE ${projects} AND ($user IS NULL OR g.user_id = $user)
    UNION ALL
    SELECT m.user_id, p.id, m.level FROM projects p
    JOIN members m ON m.source = 'project' AND m.source_id = p.id
    WHERE ${projects} AND ($user IS NULL OR m.user_id = $user)
    UNION ALL
    SELECT m.user_id, p.id, min(m.level, s.level) FROM projects p
    JOIN group_shares s ON s.source = 'project' AND s.source_id = p.id
    JOIN group_ancestors a ON a.group_id = s.group_id
    JOIN members m ON m.source = 'group' AND m.source_id = a.ancestor_id AND m.level >= 10
    WHERE ${projects} AND ($user IS NULL OR m.user_id = $user)
  ) GROUP BY user_id, project_id`

const clearRolesOfProjects = (projects: string): string => `
  DELETE FROM project_authorizations
  WHERE project_id IN (SELECT p.id FROM projects p WHERE ${projects}) AND ($user IS NULL OR user_id = $user)`

const BELOW = 'p.group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = $group)'
const ONE = 'p.id = $project'
/** Shared with the group or one below it. */
const SHARED = `p.id IN (SELECT s.source_id FROM group_ancestors b JOIN group_shares s ON s.group_id = b.group_id
  WHERE b.ancestor_id = $group AND s.source = 'project')`
const SHARING = 'SELECT source, source_id AS id FROM group_shares WHERE group_id = ?'

interface Scope {
  readonly group?: number
  readonly project?: number
  readonly user: number | null
}

export const makeAuthorizations = (db: Database): Authorizations => {
  const prepared = (...texts: ReadonlyArray<string>) => {
    const statements = texts.map((text) => db.prepare<[Scope]>(text))
    return (scope: Scope): void => {
      for (const statement of statements) statement.run(scope)
    }
  }
  const ofGroup = prepared(CLEAR_GROUP_ROLES, GROUP_ROLES, clearRolesOfProjects(BELOW), rolesOfProjects(BELOW))
  const ofShared = prepared(clearRolesOfProjects(SHARED), rolesOfProjects(SHARED))
  const ofProject = prepared(clearRolesOfProjects(ONE), rolesOfProjects(ONE))
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
