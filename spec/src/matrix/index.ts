/** The matrix of access: what `docs/reference/access` expects of every endpoint, and what an instance answers. */
export { type Comparison, compareRoles, titleOf } from './compare.js'
export { compareAuditors } from './compare-auditors.js'
export { type CredentialCache, compareCredentials } from './compare-credentials.js'
export type { AccessPage, RequestRow } from './page.js'
export { npmDocument } from './place.js'
export { accessPages, auditorRights, credentialTable, nonApiPlaces } from './read-pages.js'
export { type MatrixWorld, MatrixWorlds } from './world.js'
