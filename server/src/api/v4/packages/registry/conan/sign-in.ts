import { unauthenticated } from '@forgefold/core/kernel'
import { conanTokenFor, firstTokenOf, readConanToken } from '../../../../../auth/index.js'
import {
  type Answer,
  answer,
  type Context,
  presentedInQuery,
  type Route,
  raw,
  reject,
  route,
} from '../../../../../http/index.js'
import type { RegistryAddress } from '../registry-address.js'
import { area, conanRoute } from './place.js'

const CAPABILITIES = 'X-Conan-Server-Capabilities'

const pingAt = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/conan/v1/ping`,
    area,
    summary: `Whether the Conan registry ${address.whose} answers`,
    ...conanRoute,
    params: address.at,
    success: { status: 200, description: 'It does', schemaFor: () => ({ type: 'string' }) },
    // The second version of the protocol would be a capability.
    handler: () => answer({ status: 200, json: '', headers: [[CAPABILITIES, '']] }),
  })

/** The digest of the caller's token, also of an exchanged one; undefined for anonymous callers and for sessions. */
const digestOf = ({ forge, principal, request }: Context): string | undefined => {
  const token = firstTokenOf(presentedInQuery(request))
  if (token === undefined || principal.kind === 'anonymous') return undefined
  return readConanToken(forge, token)?.digest ?? forge.secrets.digest(token)
}

const exchanged = (context: Context): Answer => {
  const digest = digestOf(context)
  if (digest === undefined) return reject(unauthenticated)
  return raw('text/plain', conanTokenFor(context.forge, digest), [['Cache-Control', 'no-store']])
}

const authenticateAt = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/conan/v1/users/authenticate`,
    area,
    summary: `Exchange a token for one that the client of Conan keeps (${address.whose})`,
    ...conanRoute,
    params: address.at,
    success: { status: 200, description: 'A JSON Web Token, good for an hour', mediaType: 'text/plain' },
    handler: exchanged,
  })

const checkAt = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/conan/v1/users/check_credentials`,
    area,
    summary: `Whether credentials are good for the Conan registry ${address.whose}`,
    ...conanRoute,
    params: address.at,
    success: { status: 200, description: 'They are', mediaType: 'text/plain' },
    handler: (context) => (digestOf(context) === undefined ? reject(unauthenticated) : raw('text/plain', 'ok')),
  })

/** Routes by which a Conan client checks the registry and signs in. */
export const signInRoutes = (address: RegistryAddress): ReadonlyArray<Route> => [
  pingAt(address),
  authenticateAt(address),
  checkAt(address),
]
