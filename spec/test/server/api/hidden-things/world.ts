import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'

/** Stands in the name or text of everything in places that the callers may not see, and of nothing else. */
export const SECRET = 'sesame'

/** Stands in the text of everything that is hidden within places that the callers see; stewards may read it. */
export const INNER = 'thistle'

/** The package that every place has, with a build as Conan names one; its files say whether they are hidden. */
export const PACKAGE = {
  ...{ name: 'kit', version: '1.0', channel: 'stable', file: 'conanmanifest.txt' },
  build: '5ab84d6acfe1f23c4fae0ab88f26e3a396351ac9',
} as const

interface Person {
  readonly id: number
  readonly token: string
}

interface Made {
  readonly id: number
  readonly path_with_namespace?: string
  readonly iid: number
}

/** Public things, and beside them hidden ones that are tied to them in every way there is. */
export interface HiddenWorld {
  readonly instance: TestInstance
  readonly callers: Readonly<Record<'anonymous' | 'stranger' | 'guest' | 'left' | 'steward', string | undefined>>
  /** Whoever may see everything. */
  readonly keeper: string
  /** Projects and groups that the callers see. */
  readonly open: { readonly projects: ReadonlyArray<number>; readonly groups: ReadonlyArray<number> }
  readonly hidden: { readonly projects: ReadonlyArray<number>; readonly groups: ReadonlyArray<number> }
  /** The users whose recipes of Conan belong to those projects. */
  readonly conanUsers: ReadonlyArray<string>
  /** People of whom nothing was heard before say this, to everybody, in internal notes on what the callers see. */
  readonly speakInternally: (text: string) => Promise<void>
}

const CI = "check:\n  script: ['true']\n  environment: live\n"

/** Opens the world: everything is the keeper's doing. */
export const openHiddenWorld = async (): Promise<HiddenWorld> => {
  const instance = await openTestInstance({ tier: 'ultimate', release: '15.5' })
  const keeper = await instance.person('keeper')
  const [stranger, guest, left, steward] = [
    await instance.person('stranger'),
    await instance.person('guest'),
    await instance.person('left'),
    await instance.person('steward'),
  ]
  const call = async <A = Made>(method: string, path: string, json?: object, who: Person = keeper): Promise<A> => {
    const answered = await instance.ask(method, `/api/v4${path}`, { as: who.token, json })
    if (answered.status >= 300) throw new Error(`${method} ${path}: ${answered.status} ${answered.text}`)
    return answered.json as A
  }
  const post = <A = Made>(path: string, json: object = {}, who?: Person) => call<A>('POST', path, json, who)

  const town = await post('/groups', { name: 'Town', path: 'town', visibility: 'public', default_branch_protection: 0 })
  const vault = await post('/groups', {
    ...{ name: `Vault ${SECRET}`, path: `vault-${SECRET}`, visibility: 'private', default_branch_protection: 0 },
  })
  const cellar = await post('/groups', {
    ...{ name: `Cellar ${SECRET}`, path: `cellar-${SECRET}`, visibility: 'private', parent_id: town.id },
  })
  const project = (name: string, more: object) =>
    post('/projects', { name, initialize_with_readme: true, default_branch: 'main', ...more })
  const square = await project('square', { namespace_id: town.id, visibility: 'public' })
  const half = await project('half', { namespace_id: town.id, visibility: 'public' })
  const secret = await project(`secret-${SECRET}`, { namespace_id: vault.id, visibility: 'private' })
  const below = await project(`below-${SECRET}`, { namespace_id: cellar.id, visibility: 'private' })
  const fork = await post(`/projects/${square.id}/fork`, {
    ...{ namespace_id: vault.id, name: `fork-${SECRET}`, path: `fork-${SECRET}`, visibility: 'private' },
  })
  await eventually('the fork', async () => {
    const { default_branch } = await call<{ readonly default_branch: string | null }>('GET', `/projects/${fork.id}`)
    return default_branch ?? undefined
  })
  const projects = [square, half, secret, below]

  await post(`/projects/${square.id}/members`, { user_id: guest.id, access_level: 10 })
  for (const { id } of [square, half]) await post(`/projects/${id}/members`, { user_id: steward.id, access_level: 40 })
  for (const { id } of [square, half]) await post(`/projects/${id}/members`, { user_id: left.id, access_level: 30 })
  await post(`/groups/${vault.id}/members`, { user_id: left.id, access_level: 30 })

  const silent: Array<Person & { readonly username: string }> = []
  for (let number = 0; number < 9; number++) {
    const username = `silent${number}`
    const person = await instance.person(username)
    await post(`/projects/${square.id}/members`, { user_id: person.id, access_level: 20 })
    silent.push({ ...person, username })
  }

  const nameOf = ({ id }: Made, name: string): string => {
    if (id === square.id) return name
    return `${name} ${id === half.id ? INNER : SECRET}`
  }
  const commit = (id: number, branch: string, files: Readonly<Record<string, string>>, message = 'change') =>
    post<{ readonly id: string }>(`/projects/${id}/repository/commits`, {
      ...{ branch, start_branch: 'main', commit_message: message },
      actions: Object.entries(files).map(([file_path, content]) => ({ action: 'create', file_path, content })),
    })

  for (const one of projects) {
    const at = `/projects/${one.id}`
    const hidden = one === square || one === half ? '' : SECRET
    await post(`${at}/labels`, { name: `label ${hidden}`, color: '#112233' })
    const milestone = await post(`${at}/milestones`, { title: `milestone ${hidden}` })
    await post(`${at}/issues`, {
      ...{ title: nameOf(one, 'first'), labels: `label ${hidden}`, milestone_id: milestone.id },
      description: one === square ? '' : `see town/square#1 and town/square!1; closes town/square#1`,
    })
  }
  await call('PUT', `/projects/${half.id}`, {
    ...{ merge_requests_access_level: 'private', issues_access_level: 'private', public_jobs: false },
  })

  // What a guest of the open project may not read.
  await post(`/projects/${square.id}/issues`, {
    ...{ title: `confidential ${INNER}`, confidential: true, description: 'see #1' },
    assignee_ids: [left.id],
  })
  const shy = await post(`/projects/${square.id}/issues`, { title: 'at first for all', description: 'see #1' })
  await call('PUT', `/projects/${square.id}/issues/${shy.iid}`, { title: `later ${INNER}`, confidential: true })

  // Packages: a file that anyone may fetch who may see the project, and a recipe of Conan with a build.
  const conanUserOf = ({ path_with_namespace = '' }: Made): string => path_with_namespace.replaceAll('/', '+')
  for (const one of projects) {
    const { name, version, channel, file, build } = PACKAGE
    const base = `/api/v4/projects/${one.id}/packages`
    const recipe = `${base}/conan/v1/files/${name}/${version}/${conanUserOf(one)}/${channel}/0`
    const bytes = Buffer.from(one === square || one === half ? 'open' : SECRET)
    const files = [
      `${base}/generic/${name}/${version}/${file}`,
      `${recipe}/export/${file}`,
      `${recipe}/package/${build}/0/${file}`,
    ]
    for (const path of files) {
      const { status, text } = await instance.ask('PUT', path, { as: keeper.token, bytes })
      if (status >= 300) throw new Error(`PUT ${path}: ${status} ${text}`)
    }
  }

  const request = async (one: Made, branch: string, more: object = {}) => {
    await commit(one.id, branch, { [`${branch}.txt`]: branch })
    return post(`/projects/${one.id}/merge_requests`, {
      ...{ source_branch: branch, target_branch: 'main', title: nameOf(one, branch) },
      ...more,
    })
  }
  for (const one of projects) {
    const shipped = await request(one, 'shipped', { description: one === square ? '' : 'Closes town/square#1' })
    const merged = await eventually('a merge', async () => {
      const path = `/api/v4/projects/${one.id}/merge_requests/${shipped.iid}/merge`
      const tried = await instance.ask('PUT', path, { as: keeper.token, json: { merge_commit_message: 'merged' } })
      return tried.status === 200 ? (tried.json as { readonly merge_commit_sha: string }) : undefined
    })
    await post(`/projects/${one.id}/deployments`, {
      ...{ environment: 'live', sha: merged.merge_commit_sha, ref: 'main', tag: false, status: 'success' },
    })
    await request(one, 'waiting', { description: one === square ? '' : 'Closes town/square#1, see town/square!1' })
  }

  // A request from a fork that nobody else sees, with a pipeline there.
  await commit(fork.id, 'from-fork', { '.gitlab-ci.yml': CI })
  await post(`/projects/${fork.id}/merge_requests`, {
    ...{ source_branch: 'from-fork', target_branch: 'main', title: 'from a fork', target_project_id: square.id },
  })
  await commit(half.id, 'jobs', { '.gitlab-ci.yml': CI.replace('check', `check-${INNER}`) })

  // Issues that are closed in favour of hidden ones.
  for (const canonical of [`vault-${SECRET}/secret-${SECRET}#1`, '#2']) {
    const twin = await post(`/projects/${square.id}/issues`, { title: 'a twin' })
    await post(`/projects/${square.id}/issues/${twin.iid}/notes`, { body: `/duplicate ${canonical}` })
  }

  // Hidden groups among those who approve, deploy and push.
  const rule = { name: 'rule', approvals_required: 1, group_ids: [vault.id] }
  await post(`/projects/${square.id}/approval_rules`, rule)
  await post(`/projects/${square.id}/protected_branches`, { name: 'kept', allowed_to_push: [{ group_id: vault.id }] })
  await post(`/projects/${square.id}/protected_environments`, {
    ...{ name: 'live', deploy_access_levels: [{ group_id: vault.id }], approval_rules: [{ group_id: vault.id }] },
  })

  // Notes that only some may read, and to-dos about things of all kinds.
  const people = '@stranger @guest @left @steward'
  const said = `internal ${INNER} ${people}`
  await post(`/projects/${square.id}/issues/1/notes`, { body: said, confidential: true })
  await post(`/projects/${square.id}/issues/1/notes`, { body: `hello ${people}` })
  await post(`/projects/${secret.id}/issues/1/notes`, { body: `hello ${people} ${SECRET}` })
  await post(`/projects/${half.id}/merge_requests/1/notes`, { body: `hello ${people} ${INNER}` })
  await post(`/projects/${secret.id}/merge_requests/2/todo`, {}, left)
  await eventually('the to-dos', async () => {
    const list = await call<ReadonlyArray<unknown>>('GET', '/todos', undefined, left)
    return list.length >= 4 ? list : undefined
  })

  // Somebody who could see all of it, and no longer can.
  for (const { id } of [square, half]) await call('DELETE', `/projects/${id}/members/${left.id}`)
  await call('DELETE', `/groups/${vault.id}/members/${left.id}`)
  await call('PUT', `/projects/${square.id}/issues/2`, { assignee_ids: [] })

  const speakInternally = async (text: string): Promise<void> => {
    const [speaker, listener, fan] = silent.splice(0, 3)
    if (speaker === undefined || listener === undefined || fan === undefined) throw new Error('everybody has spoken')
    const body = `${text} ${people} @${listener.username} see #1 and !1`
    for (const about of ['issues/1', 'merge_requests/1']) {
      const notes = `/projects/${square.id}/${about}/notes`
      const note = await post(notes, { body, confidential: true }, speaker)
      await post(`${notes}/${note.id}/award_emoji`, { name: 'tada' }, fan)
      await call('PUT', `${notes}/${note.id}`, { body: `changed ${body}` }, speaker)
      const gone = await post(notes, { body, confidential: true }, speaker)
      await call('DELETE', `${notes}/${gone.id}`, undefined, speaker)
      const talk = await post<{ readonly id: string }>(
        `/projects/${square.id}/${about}/discussions`,
        { body, confidential: true },
        speaker,
      )
      await post(`/projects/${square.id}/${about}/discussions/${talk.id}/notes`, { body }, speaker)
    }
    await eventually('the to-dos of the listener', async () => {
      const list = await call<ReadonlyArray<unknown>>('GET', '/todos', undefined, listener)
      return list.length > 0 ? list : undefined
    })
  }

  return {
    instance,
    speakInternally,
    keeper: keeper.token,
    conanUsers: projects.map(conanUserOf),
    callers: {
      anonymous: undefined,
      stranger: stranger.token,
      guest: guest.token,
      left: left.token,
      steward: steward.token,
    },
    open: { projects: [square.id, half.id], groups: [town.id] },
    hidden: { projects: [secret.id, below.id, fork.id], groups: [vault.id, cellar.id] },
  }
}
