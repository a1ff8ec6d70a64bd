import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from './world.js'

interface Made {
  readonly id: number
  readonly iid: number
}

/** A project of the owner's, with one issue in it. */
const other = async (world: World, name: string, more: object): Promise<number> => {
  const wanted = { name, path: name, ...more }
  const { id } = (await world.ask(world.owner, 'POST', '/projects', wanted)).json as Made
  await world.ask(world.owner, 'POST', `/projects/${id}/issues`, { title: `of ${name}` })
  return id
}

const stateOf = async (world: World, projectId: number, iid: number): Promise<string> =>
  ((await world.ask(world.owner, 'GET', `/projects/${projectId}/issues/${iid}`)).json as { readonly state: string })
    .state

describe('a merge that names issues to close', () => {
  let world: World
  let projects: Readonly<Record<'open' | 'shut' | 'joined', number>>
  beforeAll(async () => {
    world = await openMergeWorld()
    projects = {
      open: await other(world, 'open', { visibility: 'public' }),
      shut: await other(world, 'shut', { visibility: 'private' }),
      joined: await other(world, 'joined', { visibility: 'private' }),
    }
    await world.ask(world.owner, 'POST', `/projects/${projects.joined}/members`, {
      ...{ user_id: world.maint.id, access_level: 20 },
    })
    await world.at(world.owner, 'POST', '/issues', { title: 'plain' })
    await world.at(world.owner, 'POST', '/issues', { title: 'secret', confidential: true })
    await world.commit('fix', { 'fix.txt': 'x\n' }, 'main')
  })
  afterAll(() => world.close())

  const text = 'Closes #1, #2, owner/open#1, owner/shut#1, owner/joined#1'
  let iid = 0

  it('shows each reader of its merge request the issues that they may read', async () => {
    iid = (await world.open('fix', { description: text })).iid
    const shown = async (who: World['dev']) => {
      const list = await world.at(who, 'GET', `/merge_requests/${iid}/closes_issues`)
      return (list.json as ReadonlyArray<{ readonly title: string }>).map(({ title }) => title)
    }
    expect(await shown(world.dev)).toEqual(['plain', 'secret', 'of open'])
    expect(await shown(world.maint)).toEqual(['plain', 'secret', 'of open', 'of joined'])
  })

  it('is counted beside an issue for those only who may read the request', async () => {
    const count = async (who: World['dev']): Promise<number> => {
      const path = `/projects/${projects.open}/issues/1`
      return ((await world.ask(who, 'GET', path)).json as { readonly merge_requests_count: number })
        .merge_requests_count
    }
    await world.until('the merge request beside the issue', async () => (await count(world.dev)) === 1)
    expect(await count(world.out)).toBe(0)
    const list = await world.ask(world.out, 'GET', `/projects/${projects.open}/issues`)
    expect((list.json as ReadonlyArray<object>)[0]).toMatchObject({ merge_requests_count: 0 })
  })

  it('closes those that the person who merges may close, and no others', async () => {
    await world.settled(iid)
    const merged = await world.at(world.maint, 'PUT', `/merge_requests/${iid}/merge`)
    expect(merged.status, merged.text).toBe(200)
    const { merge_commit_sha: sha } = merged.json as { readonly merge_commit_sha: string }
    await world.until('the issues to close', async () => (await stateOf(world, projects.joined, 1)) === 'closed')
    expect(await stateOf(world, world.projectId, 1)).toBe('closed')
    expect(await stateOf(world, world.projectId, 2)).toBe('closed')
    expect(await stateOf(world, projects.open, 1)).toBe('opened')
    expect(await stateOf(world, projects.shut, 1)).toBe('opened')
    const commit = await world.at(world.dev, 'GET', `/repository/commits/${sha}`)
    const { message } = commit.json as { readonly message: string }
    expect(message).toContain('Closes #1, #2, and owner/open#1\n')
    expect(message).not.toMatch(/shut|joined/)
  })

  it('names no confidential issue where people without a role read the code', async () => {
    const project = await other(world, 'seen', { visibility: 'public', initialize_with_readme: true })
    const at = `/projects/${project}`
    await world.ask(world.owner, 'POST', `${at}/issues`, { title: 'secret', confidential: true })
    const actions = [{ action: 'create', file_path: 'a.txt', content: 'a' }]
    const commit = { branch: 'fix', start_branch: 'main', commit_message: 'fix', actions }
    await world.ask(world.owner, 'POST', `${at}/repository/commits`, commit)
    const wish = { source_branch: 'fix', target_branch: 'main', title: 'fix', description: 'Closes #1, #2' }
    const made = (await world.ask(world.owner, 'POST', `${at}/merge_requests`, wish)).json as Made
    const sha = await world.until('the merge', async () => {
      const merged = await world.ask(world.owner, 'PUT', `${at}/merge_requests/${made.iid}/merge`)
      return merged.status === 200 && (merged.json as { readonly merge_commit_sha: string }).merge_commit_sha
    })
    const { message } = (await world.ask(world.owner, 'GET', `${at}/repository/commits/${sha}`)).json as {
      readonly message: string
    }
    expect(message).toContain('Closes #1\n')
    expect(message).not.toContain('#2')
    await world.until('the secret one to close', async () => (await stateOf(world, project, 2)) === 'closed')
  })
})
