/** Invitations of addresses without an account, whose owners become members once they have one. */
export * from './aggregate.js'
export * from './queries.js'
export { acceptedInvitations, endedInvitations, invitationMails, invitationsToDeletedPlaces } from './reactors.js'
export * from './use-cases.js'
