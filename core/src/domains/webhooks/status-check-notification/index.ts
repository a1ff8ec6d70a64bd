/** Notifications of external status checks: each change of a merge request is sent to the services that say whether it passes. */
export { statusCheckNotifications } from './notify.js'
export { resendToStatusCheck } from './resend.js'
export type { DocumentOf } from './send.js'
