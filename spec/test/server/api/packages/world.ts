import { type DeployScope, VISIBILITIES, type Visibility } from '@forgefold/core/access'
import {
  type Answered,
  type Asked,
  openTestInstance,
  type TestInstance,
  type TestInstanceOptions,
} from '@forgefold/spec/instance'

export const MEMBERS = { guest: 10, reporter: 20, developer: 30, maintainer: 40 } as const
export type Member = keyof typeof MEMBERS

/** A group with a project of each visibility, members of every role in each, and somebody outside. */
export interface World {
  readonly instance: TestInstance
  readonly groupId: number
  readonly projects: Readonly<Record<Visibility, number>>
  readonly tokens: Readonly<Record<Member | 'outsider', string>>
  readonly ask: TestInstance['ask']
  readonly json: <A>(method: string, path: string, asked?: Asked) => Promise<A>
  readonly deployToken: (
    project: number,
    scopes: ReadonlyArray<DeployScope>,
  ) => Promise<{ readonly username: string; readonly token: string }>
  readonly upload: (project: number, path: string, asked?: Asked) => Promise<Answered>
}

export const API = '/api/v4'

export const openPackageWorld = async (options: TestInstanceOptions = {}): Promise<World> => {
  const instance = await openTestInstance(options)
  const { ask, root } = instance
  const json: World['json'] = async (method, path, asked = {}) => {
    const answered = await ask(method, API + path, { as: root, ...asked })
    if (answered.status >= 300) throw new Error(`${method} ${path}: ${answered.status} ${answered.text}`)
    return answered.json as never
  }
  const group = await json<{ id: number }>('POST', '/groups', {
    json: { name: 'acme', path: 'acme', visibility: 'public' },
  })
  const made = await Promise.all(
    VISIBILITIES.map(async (visibility) => {
      const body = { name: visibility, path: visibility, namespace_id: group.id, visibility }
      return [visibility, (await json<{ id: number }>('POST', '/projects', { json: body })).id] as const
    }),
  )
  const projects = Object.fromEntries(made) as Record<Visibility, number>
  const tokens: Record<string, string> = { outsider: (await instance.person('outsider')).token }
  for (const [name, access_level] of Object.entries(MEMBERS)) {
    const { id: user_id, token } = await instance.person(name)
    tokens[name] = token
    for (const id of Object.values(projects))
      await json('POST', `/projects/${id}/members`, { json: { user_id, access_level } })
  }
  return {
    instance,
    groupId: group.id,
    projects,
    tokens: tokens as World['tokens'],
    ask,
    json,
    deployToken: (project, scopes) =>
      json('POST', `/projects/${project}/deploy_tokens`, { json: { name: 'machine', scopes } }),
    upload: (project, path, asked = {}) =>
      ask('PUT', `${API}/projects/${project}/packages/generic/${path}`, {
        as: root,
        bytes: Buffer.from('bytes'),
        ...asked,
      }),
  }
}

/** The header of Basic credentials. */
export const basic = (username: string, password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
})
