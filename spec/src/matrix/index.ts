/** The access matrix: compares what `docs/reference/access` expects of every endpoint with the responses of an instance. */
export { type Comparison, compareRoles, titleOf } from './compare.js'
export { compareAuditors } from './compare-auditors.js'
export { type CredentialCache, compareCredentials } from './compare-credentials.js'
export type { AccessPage, RequestRow } from './page.js'
export { npmDocument } from './place.js'
export { accessPages, auditorRights, credentialTable, nonApiPlaces } from './read-pages.js'
export { type MatrixWorld, MatrixWorlds } from './world.js'
