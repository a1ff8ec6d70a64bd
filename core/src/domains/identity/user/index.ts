/** Users: sealed personal data, state, password, second factor. */
export * from './commands.js'
export { commitAddressOf } from './commit-address.js'
export * from './decider.js'
export * from './events.js'
export * from './instance-rules.js'
export { principalOfUser } from './principal.js'
export * from './profile.js'
export * from './queries.js'
export * from './reactors.js'
export * from './registration-guard.js'
export * from './state.js'
export { deactivateDormantUsers, noteActivity } from './use-cases/activity.js'
export { approveUser, approveWaitingUsers, rejectUser } from './use-cases/approval.js'
export { createFirstAdministrator, type FirstAdministrator, type FirstCredentials } from './use-cases/bootstrap.js'
export { changeUser, type UserChanges } from './use-cases/change.js'
export { eraseUser } from './use-cases/erase.js'
export { type Registration, registerUser } from './use-cases/register.js'
export { checkPassword, noteSignIn, type PasswordSignIn, standingRefusal } from './use-cases/sign-in.js'
export { type SignedUp, type SignUp, signUp } from './use-cases/sign-up.js'
export { banForDownloads, changeStanding, type Standing } from './use-cases/stand.js'
export { answerTerms, awaitsTerms, enforcedTerms, termsRefusalOf } from './use-cases/terms.js'
export {
  demandSecondFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  useSecondFactor,
} from './use-cases/two-factor.js'
