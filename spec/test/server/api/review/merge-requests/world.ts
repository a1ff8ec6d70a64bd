import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, openTestInstance, type TestInstance, type TestInstanceOptions } from '@forgefold/spec/instance'
import { expect } from 'vitest'

export interface Person {
  readonly id: number
  readonly token: string
}

/** A merge request as tests look at it. */
export interface Shown {
  readonly id: number
  readonly iid: number
  readonly state: string
  readonly sha: string
  readonly merge_status: string
  readonly merge_error: string | null
  readonly merge_commit_sha: string | null
  readonly squash_commit_sha: string | null
  readonly merge_when_pipeline_succeeds: boolean
  readonly changes_count: string | null
  readonly [key: string]: unknown
}

/** A group with a project on real git, its people, and short ways to do what tests do all the time. */
export interface World {
  readonly instance: TestInstance
  readonly owner: Person
  readonly maint: Person
  readonly dev: Person
  readonly guest: Person
  readonly out: Person
  readonly projectId: number
  readonly ask: (
    who: Person | undefined,
    method: string,
    path: string,
    json?: unknown,
    query?: string,
  ) => Promise<Answered>
  /** Below the project. */
  readonly at: (
    who: Person | undefined,
    method: string,
    path: string,
    json?: unknown,
    query?: string,
  ) => Promise<Answered>
  /** A commit on a branch, which begins at `from` where that is given. */
  readonly commit: (branch: string, files: Readonly<Record<string, string | null>>, from?: string) => Promise<string>
  readonly open: (branch: string, more?: object, who?: Person) => Promise<Shown>
  readonly show: (iid: number, query?: string, who?: Person) => Promise<Shown>
  /** Waits until the merge status is decided. */
  readonly settled: (iid: number) => Promise<Shown>
  readonly until: <A>(what: string, look: () => Promise<A | undefined | false>) => Promise<A>
  readonly close: () => Promise<void>
}

export const openMergeWorld = async (options: TestInstanceOptions = {}): Promise<World> => {
  const instance = await openTestInstance(options)
  const [owner, maint, dev, guest, out] = [
    await instance.person('owner'),
    await instance.person('maint'),
    await instance.person('dev'),
    await instance.person('guest'),
    await instance.person('out'),
  ]
  const ask: World['ask'] = (who, method, path, json, query = '') =>
    instance.ask(method, `/api/v4${path}`, { as: who?.token, json, query })
  // Developers push to the default branch here; its protection is tested apart.
  const open = { name: 'Top', path: 'top', default_branch_protection: 0 }
  const group = (await ask(owner, 'POST', '/groups', open)).json as { readonly id: number }
  const roles = [
    [maint, 40],
    [dev, 30],
    [guest, 10],
  ] as const
  for (const [person, access_level] of roles)
    await ask(owner, 'POST', `/groups/${group.id}/members`, { user_id: person.id, access_level })
  const wanted = { name: 'App', path: 'app', namespace_id: group.id, initialize_with_readme: true }
  const made = await ask(owner, 'POST', '/projects', { ...wanted, default_branch: 'main' })
  const projectId = (made.json as { readonly id: number }).id
  const at: World['at'] = (who, method, path, json, query) =>
    ask(who, method, `/projects/${projectId}${path}`, json, query)

  const until: World['until'] = async (what, look) => {
    for (let tries = 0; tries < 200; tries++) {
      const found = await look()
      if (found !== undefined && found !== false) return found
      await sleep(25)
    }
    throw new Error(`timed out waiting for ${what}`)
  }
  const show: World['show'] = async (iid, query = '', who = dev) => {
    const answered = await at(who, 'GET', `/merge_requests/${iid}`, undefined, query)
    expect(answered.status).toBe(200)
    return answered.json as Shown
  }
  return {
    instance,
    owner,
    maint,
    dev,
    guest,
    out,
    projectId,
    ask,
    at,
    until,
    show,
    commit: async (branch, files, from) => {
      const tree = await at(
        dev,
        'GET',
        '/repository/tree',
        undefined,
        `ref=${encodeURIComponent(from ?? branch)}&per_page=100`,
      )
      const known = new Set(((tree.json as ReadonlyArray<{ readonly path: string }>) ?? []).map(({ path }) => path))
      const actions = Object.entries(files).map(([file_path, content]) =>
        content === null
          ? { action: 'delete', file_path }
          : { action: known.has(file_path) ? 'update' : 'create', file_path, content },
      )
      const start = from === undefined ? {} : { start_branch: from }
      const body = { branch, commit_message: `change ${Object.keys(files).join(' ')}`, actions, ...start }
      const done = await at(dev, 'POST', '/repository/commits', body)
      expect(done.status, done.text).toBe(201)
      return (done.json as { readonly id: string }).id
    },
    open: async (branch, more = {}, who = dev) => {
      const wish = { source_branch: branch, target_branch: 'main', title: branch, ...more }
      const answered = await at(who, 'POST', '/merge_requests', wish)
      expect(answered.status, answered.text).toBe(201)
      return answered.json as Shown
    },
    settled: (iid) =>
      until(`merge status of !${iid}`, async () => {
        const shown = await show(iid)
        return ['can_be_merged', 'cannot_be_merged'].includes(shown.merge_status) && shown
      }),
    close: () => instance.close(),
  }
}
