/** Invitations: addresses of people without an account who become members once they have one. */
export * from './aggregate.js'
export * from './queries.js'
export { acceptedInvitations, endedInvitations, invitationMails, invitationsToDeletedPlaces } from './reactors.js'
export * from './use-cases.js'
