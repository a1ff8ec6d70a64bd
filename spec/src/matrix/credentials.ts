import type { DeployScope, Scope } from '@forgefold/core/access'
import { createToken } from '@forgefold/core/domains/identity/personal-access-token'
import { beginSession } from '@forgefold/core/domains/identity/session'
import type { Day } from '@forgefold/core/kernel'
import { csrfTokenOf, SESSION_COOKIE } from '@forgefold/server/auth'
import * as E from 'fp-ts/lib/Either.js'
import type { Made } from './asking.js'
import { PASSWORD, type Person } from './people.js'
import type { Place } from './place.js'
import { type Credentials, DEPLOY_USERNAME } from './route-probe.js'
import type { MatrixWorld } from './world.js'

const granted = <A>(result: E.Either<{ readonly kind: string }, A>): A => {
  if (E.isLeft(result)) throw new Error(`refused: ${JSON.stringify(result.left)}`)
  return result.right
}

/** Makes a credential of a user. */
type Making = (world: MatrixWorld, person: Person, place: Place) => Promise<Credentials>

const personal = async (
  world: MatrixWorld,
  { id }: Person,
  scopes: ReadonlyArray<Scope>,
  expiresAt: Day | null = null,
): Promise<{ readonly id: number; readonly header: Credentials }> => {
  const { forge, caller } = world.instance
  const wanted = { userId: id, name: 'matrix', scopes, expiresAt }
  const { token, secret } = granted(await createToken(forge, caller(), wanted))
  return { id: token.id, header: { 'private-token': secret } }
}

const form = async ({ instance }: MatrixWorld, path: string, fields: Readonly<Record<string, string>>) => {
  const answered = await instance.ask('POST', path, { form: String(new URLSearchParams(fields)) })
  if (answered.status !== 200) throw new Error(`${path}: ${answered.status} ${answered.text}`)
  return answered.json
}

const oauth = async (world: MatrixWorld, { username }: Person, scope: string): Promise<string> => {
  const fields = { grant_type: 'password', username, password: PASSWORD, scope }
  return ((await form(world, '/oauth/token', fields)) as { readonly access_token: string }).access_token
}

const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` })

/** Of a job that the owner began: some who have a right may begin none. */
const job = async ({ asking, project }: Place, running: boolean): Promise<Credentials> => {
  const pipeline = await asking.make('POST', `${project}/pipeline`, { ref: 'main' }, 'owner')
  const jobs = await asking.make<ReadonlyArray<Made>>('GET', `${project}/pipelines/${pipeline.id}/jobs`)
  const at = `${project}/jobs/${jobs.find(({ name }) => name === 'build')?.id}`
  const { token } = await asking.make<{ token: string }>('PUT', at, { status: 'running' })
  if (!running) await asking.make('PUT', at, { status: 'success' })
  return { 'job-token': token }
}

const deploy = async ({ asking, project }: Place, scope: DeployScope, revoked = false): Promise<Credentials> => {
  const wanted = { name: 'matrix', scopes: [scope] }
  const made = await asking.make<Made & { token: string; username: string }>('POST', `${project}/deploy_tokens`, wanted)
  if (revoked) await asking.make('DELETE', `${project}/deploy_tokens/${made.id}`)
  return { 'deploy-token': made.token, ...(revoked ? {} : { [DEPLOY_USERNAME]: made.username }) }
}

const session = async (world: MatrixWorld, { id }: Person, vouched: boolean): Promise<Credentials> => {
  const { forge, caller } = world.instance
  const { secret } = granted(await beginSession(forge, caller(), { userId: id, twoFactor: false, lifetime: 3600 }))
  const cookie = { cookie: `${SESSION_COOKIE}=${secret}` }
  return vouched ? { ...cookie, 'x-csrf-token': csrfTokenOf(forge, secret) } : cookie
}

/** A user with the role of an owner who is blocked once the credential is made. */
const ofBlocked =
  (making: Making): Making =>
  async (world, _, place) => {
    const username = `blocked-${place.next()}`
    const { id, token } = await world.instance.person(username)
    await place.asking.make('PUT', `/users/${id}`, { password: PASSWORD })
    await place.asking.make('POST', `${place.group}/members`, { user_id: id, access_level: 50 })
    const made = await making(world, { id, username, token }, place)
    await place.asking.make('POST', `/users/${id}/block`)
    return made
  }

const special: Readonly<Record<string, Making>> = {
  'job, running': (_, __, place) => job(place, true),
  'job, ended': (_, __, place) => job(place, false),
  'deploy, revoked': (_, __, place) => deploy(place, 'read_package_registry', true),
  session: (world, person) => session(world, person, false),
  'session with a form token': (world, person) => session(world, person, true),
  'personal, expired': async (world, person) => (await personal(world, person, ['api'], '2022-08-01' as Day)).header,
  'personal, revoked': async (world, person, place) => {
    const { id, header } = await personal(world, person, ['api'])
    await place.asking.make('DELETE', `/personal_access_tokens/${id}`)
    return header
  },
  'personal, unknown': async () => ({ 'private-token': 'glpat-unknown-unknown-unkn' }),
  'personal of a blocked user': ofBlocked(async (world, person) => (await personal(world, person, ['api'])).header),
  'OAuth, revoked': async (world, person) => {
    const token = await oauth(world, person, 'api')
    await form(world, '/oauth/revoke', { token })
    return bearer(token)
  },
  'OAuth of a blocked user': ofBlocked(async (world, person) => bearer(await oauth(world, person, 'api'))),
  'session of a blocked user': ofBlocked((world, person) => session(world, person, true)),
}

const WITH_SCOPE = /^(personal|OAuth|deploy) `(\w+)`$/

/** Makes the credential that a row is about. Throws for an unknown row. */
export const credentialOf = async (
  name: string,
  world: MatrixWorld,
  person: Person,
  place: Place,
): Promise<Credentials> => {
  const [, kind, scope] = WITH_SCOPE.exec(name) ?? []
  if (kind === 'personal') return (await personal(world, person, [scope as Scope])).header
  if (kind === 'OAuth') return bearer(await oauth(world, person, scope ?? ''))
  if (kind === 'deploy') return deploy(place, scope as DeployScope)
  const making = special[name]
  if (making === undefined) throw new Error(`no credential is called "${name}"`)
  return making(world, person, place)
}
