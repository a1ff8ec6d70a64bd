import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../app/forge.js'
import { executeOrRetry, type Reactor, RetryableError, reaction, valueOrRetry } from '../../../app/reactors.js'
import { dayOf, idOf, isExpiryDayReached, type StoredEvent } from '../../../kernel/index.js'
import { user } from '../../identity/user/decider.js'
import { group } from '../group/aggregate.js'
import { member, membershipId } from '../member/aggregate.js'
import { project } from '../project/decider.js'
import { invitation } from './aggregate.js'
import type { InvitationRow } from './queries.js'

const ACCEPTED = 'accepted-invitations'

const accept = async (forge: Forge, userId: number, row: InvitationRow, stored: StoredEvent): Promise<void> => {
  const { source, sourceId, level, expiresAt } = row
  const today = dayOf(forge.clock.now())
  const place = source === 'group' ? forge.read.groups.byId(sourceId) : forge.read.projects.byId(sourceId)
  if (place !== undefined && !isExpiryDayReached(row, today)) {
    const inherited = forge.read.members.inheritedRole(source, sourceId, userId)
    const begin = { type: 'Add', source, sourceId, userId, level, expiresAt, today, inherited } as const
    const context = reaction(forge, ACCEPTED, stored, `${ACCEPTED} ${row.id}`)
    const added = await forge.aggregates.execute(member, membershipId(source, sourceId, userId), begin, context)
    if (E.isLeft(added) && added.left.kind === 'Unavailable') valueOrRetry(added)
  }
  const context = reaction(forge, ACCEPTED, stored, `${ACCEPTED} ${row.id} end`)
  await executeOrRetry(forge, invitation, row.id, { type: 'Accept', userId }, context)
}

/** Makes users members who have confirmed an invited address. */
export const acceptedInvitations: Reactor = {
  name: ACCEPTED,
  filter: { categories: [user.category], types: ['UserRegistered', 'UserConfirmed', 'ProfileChanged'] },
  react: async (forge, stored) => {
    const row = forge.read.users.byId(Number(idOf(stored.stream)))
    if (row === undefined || row.confirmedAt === null) return
    for (const one of forge.read.invitations.ofEmail(row.email)) await accept(forge, row.id, one, stored)
  },
}

/** Sends invitation mails; failed ones are retried. */
export const invitationMails: Reactor = {
  name: 'invitation-mails',
  filter: { categories: [invitation.category], types: ['MemberInvited'] },
  react: async (forge, stored) => {
    const row = forge.read.invitations.byId(idOf(stored.stream))
    if (row === undefined) return
    const { source, sourceId, email } = row
    const place = source === 'group' ? forge.read.groups.byId(sourceId) : forge.read.projects.byId(sourceId)
    if (place === undefined) return
    const { externalUrl } = forge.instance
    const text = `Hello,\n\nyou are invited to the ${source} ${place.fullName} at ${externalUrl}.\nRegister there with this address to become a member:\n\n${externalUrl}/users/sign_up\n`
    try {
      await forge.mail.send({ to: email, subject: `Invitation to the ${source} ${place.name}`, text })
    } catch {
      throw new RetryableError('the mail could not be handed over')
    }
  },
}

/** Destroys the key of the address of an invitation that was accepted or deleted. */
export const endedInvitations: Reactor = {
  name: 'ended-invitations',
  filter: { categories: [invitation.category], types: ['InvitationAccepted', 'InvitationDeleted'] },
  react: async (forge, stored) => {
    const read = invitation.events.decode(stored)
    if (E.isRight(read) && 'subject' in read.right.data) forge.personalData.erase(read.right.data.subject)
  },
}

const LEFT = 'invitations-to-deleted-places'

/** Deletes invitations to deleted groups and projects. */
export const invitationsToDeletedPlaces: Reactor = {
  name: LEFT,
  filter: { categories: [group.category, project.category], types: ['GroupDeleted', 'ProjectDeleted'] },
  react: async (forge, stored) => {
    const source = stored.type === 'GroupDeleted' ? 'group' : 'project'
    for (const { id } of forge.read.invitations.ofSource(source, Number(idOf(stored.stream))))
      await executeOrRetry(forge, invitation, id, { type: 'Delete' }, reaction(forge, LEFT, stored, `${LEFT} ${id}`))
  },
}
