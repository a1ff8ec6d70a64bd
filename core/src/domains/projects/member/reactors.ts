import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../app/forge.js'
import { type Reactor, reaction, valueOrRetry } from '../../../app/reactors.js'
import { idOf, type StoredEvent } from '../../../kernel/index.js'
import { group } from '../group/aggregate.js'
import { project } from '../project/decider.js'
import { member, membershipId } from './aggregate.js'
import { addFirstOwner } from './steps/first-owner.js'

const NAME = 'first-owners'

interface FirstOwner {
  readonly source: 'group' | 'project'
  readonly userId: number
}

const ownerOfProject = (forge: Forge, stored: StoredEvent): FirstOwner | undefined => {
  const created = project.events.decode(stored)
  if (E.isLeft(created) || created.right.type !== 'ProjectCreated') return undefined
  const userId = forge.read.namespaces.byId(created.right.data.namespaceId)?.ownerId ?? undefined
  return userId === undefined ? undefined : { source: 'project', userId }
}

const ownerOfGroup = (stored: StoredEvent): FirstOwner | undefined => {
  const created = group.events.decode(stored)
  if (E.isLeft(created) || created.right.type !== 'GroupCreated') return undefined
  return { source: 'group', userId: created.right.data.creatorId }
}

/** Adds the owner of a new group, and of a new personal project, where a crash prevented it; an owner who has left is not added again. */
export const firstOwners: Reactor = {
  name: NAME,
  filter: { categories: [group.category, project.category], types: ['GroupCreated', 'ProjectCreated'] },
  react: async (forge, stored) => {
    const owner = stored.type === 'GroupCreated' ? ownerOfGroup(stored) : ownerOfProject(forge, stored)
    if (owner === undefined || forge.read.users.byId(owner.userId) === undefined) return
    const { source, userId } = owner
    const id = Number(idOf(stored.stream))
    const row = source === 'group' ? forge.read.groups.byId(id) : forge.read.projects.byId(id)
    if (row === undefined || forge.read.members.find(source, id, userId) !== undefined) return
    const known = valueOrRetry(await forge.aggregates.load(member, membershipId(source, id, userId)))
    if (known === undefined || known.revision !== undefined) return
    valueOrRetry(await addFirstOwner(forge, source, id, userId, reaction(forge, NAME, stored)))
  },
}
