import type { Database } from 'better-sqlite3'

/** Keeps effective roles true; each method is called after the rows it depends on have changed. */
export interface Authorizations {
  /** Somebody's role in a group changed: it reaches everything below. */
  readonly memberOfGroup: (groupId: number, userId: number) => void
  readonly memberOfProject: (projectId: number, userId: number) => void
  /** A group came to be, or came under other groups: all roles in it and below. */
  readonly group: (groupId: number) => void
  /** A project came to be, or came into another group: all roles in it. */
  readonly project: (projectId: number) => void
  readonly withoutGroup: (groupId: number) => void
  readonly withoutProject: (projectId: number) => void
  readonly withoutUser: (userId: number) => void
}

/** Roles of groups below `$group`; `$user` null for everybody. */
const GROUP_ROLES = `
  INSERT INTO group_authorizations (user_id, group_id, level)
  SELECT m.user_id, a.group_id, max(m.level)
  FROM group_ancestors below
  JOIN group_ancestors a ON a.group_id = below.group_id
  JOIN members m ON m.source = 'group' AND m.source_id = a.ancestor_id
  WHERE below.ancestor_id = $group AND ($user IS NULL OR m.user_id = $user)
  GROUP BY m.user_id, a.group_id`

const CLEAR_GROUP_ROLES = `
  DELETE FROM group_authorizations
  WHERE group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = $group) AND ($user IS NULL OR user_id = $user)`

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
  ) GROUP BY user_id, project_id`

const clearRolesOfProjects = (projects: string): string => `
  DELETE FROM project_authorizations
  WHERE project_id IN (SELECT p.id FROM projects p WHERE ${projects}) AND ($user IS NULL OR user_id = $user)`

const BELOW = 'p.group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = $group)'
const ONE = 'p.id = $project'

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
  const ofProject = prepared(clearRolesOfProjects(ONE), rolesOfProjects(ONE))
  const dropGroup = db.prepare('DELETE FROM group_authorizations WHERE group_id = ?')
  const dropProject = db.prepare('DELETE FROM project_authorizations WHERE project_id = ?')
  const dropUserGroups = db.prepare('DELETE FROM group_authorizations WHERE user_id = ?')
  const dropUserProjects = db.prepare('DELETE FROM project_authorizations WHERE user_id = ?')
  return {
    memberOfGroup: (group, user) => ofGroup({ group, user }),
    memberOfProject: (project, user) => ofProject({ project, user }),
    group: (group) => ofGroup({ group, user: null }),
    project: (project) => ofProject({ project, user: null }),
    withoutGroup: (groupId) => {
      dropGroup.run(groupId)
    },
    withoutProject: (projectId) => {
      dropProject.run(projectId)
    },
    withoutUser: (userId) => {
      dropUserGroups.run(userId)
      dropUserProjects.run(userId)
    },
  }
}
