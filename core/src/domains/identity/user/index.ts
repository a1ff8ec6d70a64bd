/** Users: sealed personal data, state, password, second factor. */
export * from './commands.js'
export { commitAddressOf, PRIVATE_ADDRESS, privateAddress, userIdOfPrivateAddress } from './commit-address.js'
export * from './decider.js'
export * from './events.js'
export * from './instance-rules.js'
export * from './license.js'
export { accountRefusal, seesProfile } from './policy.js'
export * from './profile.js'
export * from './queries.js'
export * from './reactors.js'
export * from './registration-guard.js'
export { type RunnerMinutes, runnerMinutesErrors } from './runner-minutes.js'
export * from './state.js'
export { createFirstAdministrator, type FirstCredentials } from './use-cases/bootstrap.js'
export { changeUser, eraseUser, removeIdentity } from './use-cases/change.js'
export { banForDownloads, changeUserState, type UserStateChange } from './use-cases/change-state.js'
export { confirmAddress, resendConfirmation } from './use-cases/confirmation.js'
export { addEmail, getEmail, listEmails, removeEmail } from './use-cases/emails.js'
export { type OpenSession, openSession } from './use-cases/open-session.js'
export * from './use-cases/read.js'
export { registerUser } from './use-cases/register.js'
export { approveUser, approveWaitingUsers, rejectUser } from './use-cases/registration-approval.js'
export { checkPassword, checkSignIn, isPasswordUnchanged, recordSignIn } from './use-cases/sign-in.js'
export { type SignedUp, signUp } from './use-cases/sign-up.js'
export { answerTerms, awaitsTerms, enforcedTerms, requireAcceptedTerms } from './use-cases/terms.js'
export {
  demandSecondFactor,
  disableTwoFactor,
  disableTwoFactorOf,
  enableTwoFactor,
  matchesSecret,
  renewRecoveryCodes,
  useSecondFactor,
} from './use-cases/two-factor.js'
export { deactivateDormantUsers, noteActivity } from './use-cases/user-activity.js'
export {
  changePreferences,
  listActivities,
  readPreferences,
  readStatus,
  type SetStatus,
  setStatus,
} from './use-cases/user-status.js'
