import { openProfile, user } from '@forgefold/core/domains/identity/user'
import { group } from '@forgefold/core/domains/projects/group'
import { groupShare } from '@forgefold/core/domains/projects/group-share'
import { member } from '@forgefold/core/domains/projects/member'
import { project } from '@forgefold/core/domains/projects/project'
import { repository } from '@forgefold/core/domains/projects/repository'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import { type Handlers, handle, type Projection, type ProjectionContext, withListener } from '../engine/projection.js'
import type { ProjectsWriters } from './authorization-caches.js'
import { authorizationCachesOf } from './authorization-caches.js'
import { makeAuthorizations } from './authorizations.js'
import { groupHandlers } from './group/handlers.js'
import { groupQueries } from './group/queries.js'
import { groupShareHandlers, groupShareQueries } from './group-share.js'
import { memberHandlers } from './member/handlers.js'
import { memberQueries } from './member/queries.js'
import { namespaceQueries } from './namespace/queries.js'
import { makeNamespaceRows } from './namespace/rows.js'
import { projectHandlers } from './project/handlers.js'
import { projectQueries } from './project/queries.js'
import { schema } from './schema.js'

const userHandlers = (context: ProjectionContext, { namespaces, authorizations }: ProjectsWriters): Handlers => {
  const leave = context.db.prepare('DELETE FROM members WHERE user_id = ?')
  const withdraw = context.db.prepare('DELETE FROM access_requests WHERE user_id = ?')
  const opened = (stream: StoredEvent['stream'], sealed: string) => {
    const userId = Number(idOf(stream))
    const profile = openProfile(context.personalData, userId, sealed)
    return { userId, username: profile?.username ?? `ghost${userId}`, name: profile?.name ?? 'Ghost User' }
  }
  return handle(context, user, {
    UserRegistered: (data, { stream }) => {
      const { userId, username, name } = opened(stream, data.profile)
      namespaces.addUser(data.namespaceId, userId, username, name)
    },
    ProfileChanged: (data, { stream }) => {
      const { userId, username, name } = opened(stream, data.profile)
      namespaces.renameUser(userId, username, name)
    },
    UserErased: (_, { stream }) => {
      const userId = Number(idOf(stream))
      leave.run(userId)
      withdraw.run(userId)
      authorizations.withoutUser(userId)
      namespaces.removeUser(userId)
    },
  })
}

/** A push is the activity that lists of projects sort by. */
const pushHandlers = (context: ProjectionContext): Handlers => {
  const touch = context.db.prepare('UPDATE projects SET last_activity_at = ? WHERE id = ?')
  return handle(context, repository, {
    RefUpdated: (_, { stream, metadata: { at } }) => {
      touch.run(at, idOf(stream))
    },
  })
}

/** Invalidates the authorization caches with every event. */
const invalidatingCaches = (context: ProjectionContext, handlers: Handlers): Handlers => {
  const caches = authorizationCachesOf(context.db)
  return withListener(() => caches.forgetAll(), handlers)
}

/** Namespaces, groups, projects, members and effective roles. */
export const places: Projection = {
  name: 'places',
  version: 4,
  schema,
  handlers: (context) => {
    const writers = { namespaces: makeNamespaceRows(context.db), authorizations: makeAuthorizations(context.db) }
    return [
      userHandlers(context, writers),
      handle(context, group, groupHandlers(context.db, writers)),
      handle(context, project, projectHandlers(context.db, writers)),
      handle(context, member, memberHandlers(context.db, writers)),
      handle(context, groupShare, groupShareHandlers(context.db, writers)),
      pushHandlers(context),
    ].map((handlers) => invalidatingCaches(context, handlers))
  },
  queries: {
    namespaces: namespaceQueries,
    groups: groupQueries,
    projects: projectQueries,
    members: memberQueries,
    groupShares: groupShareQueries,
  },
}
