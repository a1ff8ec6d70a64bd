import type { CorsPolicy } from '../http/index.js'

const policy = (...methods: ReadonlyArray<string>): CorsPolicy => ({
  methods,
  headers: ['authorization'],
  exposes: [],
  credentialsForSelf: false,
})

/** Token and revocation: POST, and of headers only the simple ones and Authorization (docs/reference/behaviour/identity.md#oauth-cross-origin-requests). */
export const TOKEN_CORS = policy('POST')
/** How pages of other origins may ask who the user is. */
export const USERINFO_CORS = policy('GET', 'HEAD', 'POST')
/** How pages of other origins may read the discovery documents. */
export const DISCOVERY_CORS: CorsPolicy = { ...policy('GET', 'HEAD'), headers: [] }
