import type { Visibility } from '@forgefold/core/access'
import { type Answered, openTestInstance, type TestInstance, type TestInstanceOptions } from '@forgefold/spec/instance'

export const ROLES = { guest: 10, reporter: 20, developer: 30, maintainer: 40 } as const
export type Role = keyof typeof ROLES
/** Who asks: a member of every project, somebody signed in, or nobody known. */
export type Who = Role | 'stranger' | 'anonymous'

export interface Shown {
  readonly id: number
  readonly iid: number
  readonly status: string
  readonly [key: string]: unknown
}

/** A project of each wanted visibility with two commits, and people of every role in them. */
export interface World {
  readonly instance: TestInstance
  readonly projects: Readonly<Record<Visibility, number>>
  /** Two commits of the main branch, in the private project. */
  readonly shas: readonly [string, string]
  /** Below the project of that visibility. */
  readonly at: (
    who: Who,
    method: string,
    path: string,
    json?: unknown,
    options?: {
      readonly query?: string
      readonly in?: Visibility
      readonly headers?: Readonly<Record<string, string>>
    },
  ) => Promise<Answered>
  /** A deployment by the developer. */
  readonly deploy: (more?: object, visibility?: Visibility) => Promise<Shown>
}

export const openDeploymentWorld = async (
  options: TestInstanceOptions = {},
  visibilities: ReadonlyArray<Visibility> = ['private', 'public'],
): Promise<World> => {
  const instance = await openTestInstance(options)
  const { root } = instance
  const make = async <A>(path: string, json: unknown): Promise<A> => {
    const made = await instance.ask('POST', `/api/v4${path}`, { as: root, json })
    if (made.status !== 201) throw new Error(`${path}: ${made.status} ${made.text}`)
    return made.json as A
  }
  const people = new Map<Who, { readonly id: number; readonly token: string }>()
  for (const who of [...(Object.keys(ROLES) as ReadonlyArray<Role>), 'stranger'] as const)
    people.set(who, await instance.person(who))
  const projects: Record<string, number> = {}
  const shas = new Map<Visibility, ReadonlyArray<string>>()
  for (const visibility of visibilities) {
    const wanted = { name: visibility, visibility, initialize_with_readme: true, default_branch: 'main' }
    const { id } = await make<{ readonly id: number }>('/projects', wanted)
    projects[visibility] = id
    for (const [role, access_level] of Object.entries(ROLES))
      await make(`/projects/${id}/members`, { user_id: people.get(role as Role)?.id, access_level })
    const commit = {
      branch: 'main',
      commit_message: 'b',
      actions: [{ action: 'create', file_path: 'b', content: 'b' }],
    }
    const second = await make<{ readonly id: string; readonly parent_ids: ReadonlyArray<string> }>(
      `/projects/${id}/repository/commits`,
      commit,
    )
    await make(`/projects/${id}/repository/branches`, { branch: 'other', ref: 'main' })
    await make(`/projects/${id}/repository/tags`, { tag_name: 'v1', ref: 'main' })
    shas.set(visibility, [second.parent_ids[0] ?? '', second.id])
  }
  const at: World['at'] = (who, method, path, json, { query = '', in: visibility = 'private', headers = {} } = {}) =>
    instance.ask(method, `/api/v4/projects/${projects[visibility]}${path}`, {
      as: people.get(who)?.token,
      json,
      query,
      headers,
    })
  const [older = '', newer = ''] = shas.get('private') ?? []
  return {
    instance,
    projects: projects as World['projects'],
    shas: [older, newer],
    at,
    deploy: async (more = {}, visibility = 'private') => {
      const sha = shas.get(visibility)?.[1]
      const body = { environment: 'prod', sha, ref: 'main', tag: false, status: 'success', ...more }
      const made = await at('developer', 'POST', '/deployments', body, { in: visibility })
      if (made.status !== 201) throw new Error(`${made.status} ${made.text}`)
      return made.json as Shown
    },
  }
}
