import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Commit {
  readonly id: string
  readonly title: string
  readonly parent_ids: ReadonlyArray<string>
}
type Named = ReadonlyArray<{ readonly name: string }>

const HOUR = 3_600_000

let world: TestInstance
let dev: { readonly id: number; readonly token: string }
const shas: Record<string, string> = {}

const call = (method: string, path: string, json?: unknown, query = '', as = world.root) =>
  world.ask(method, `/api/v4/projects/1/repository${path}`, { as, json, query })
const ask = async (...asked: Parameters<typeof call>): Promise<unknown> => {
  const answer = await call(...asked)
  expect(answer.status, `${asked[0]} ${asked[1]}?${asked[3]}: ${answer.text}`).toBeLessThan(300)
  return answer.json
}
const commit = async (title: string, more: object): Promise<Commit> => {
  const made = (await ask('POST', '/commits', { branch: 'main', commit_message: title, ...more })) as Commit
  shas[title] = made.id
  return made
}
const create = (file_path: string, content = 'x') => ({ action: 'create', file_path, content })

beforeAll(async () => {
  world = await openTestInstance()
  dev = await world.person('dev')
  const project = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
  await world.ask('POST', '/api/v4/projects', { as: world.root, json: project })
  world.clock.advance(HOUR)
  await commit('first', {
    actions: [create('docs/a.md', 'one\ntwo\n')],
    author_name: 'Ann',
    author_email: 'ann@x.test',
  })
  world.clock.advance(HOUR)
  await commit('aside', { branch: 'side', start_branch: 'main', actions: [create('side.txt')] })
  await commit('last\n\nSigned-off-by: Ann <ann@x.test>', { actions: [create('b.md', 'another text')] })
})
afterAll(() => world.close())

describe('commits', () => {
  it.each([
    ['ref_name=side', ['aside', 'first', 'Initial commit']],
    ['since=2022-08-22T13:30:00Z', ['last']],
    ['until=2022-08-22T13:30:00Z', ['first', 'Initial commit']],
    ['path=docs', ['first']],
    ['author=Ann', ['first']],
    ['first_parent=true&order=topo', ['last', 'first', 'Initial commit']],
    ['order=default&page=2&per_page=1', ['first']],
  ])('are listed by %s', async (query, expected) => {
    const found = (await ask('GET', '/commits', undefined, query)) as ReadonlyArray<Commit>
    expect(found.map(({ title }) => title)).toEqual(expected)
  })

  it('of every branch are listed where all are asked for, with trailers where these are', async () => {
    const found = (await ask('GET', '/commits', undefined, 'all=true&trailers=true')) as ReadonlyArray<Commit>
    expect(found.map(({ title }) => title).toSorted()).toEqual(['Initial commit', 'aside', 'first', 'last'])
    expect(found.find(({ title }) => title === 'last')).toMatchObject({
      trailers: { 'Signed-off-by': 'Ann <ann@x.test>' },
    })
  })

  it('count their lines where that is asked for', async () => {
    const one = (stats: boolean) => ask('GET', `/commits/${shas['first']}`, undefined, `stats=${stats}`)
    expect(await one(true)).toMatchObject({ stats: { additions: 2, deletions: 0, total: 2 } })
    expect(await one(false)).not.toHaveProperty('stats')
  })

  it('move, change and mark files, and guard them by the last commit', async () => {
    const moved = await ask('POST', '/commits', {
      branch: 'moved',
      start_sha: shas['first'],
      commit_message: 'move',
      stats: false,
      actions: [
        { action: 'move', file_path: 'docs/b.md', previous_path: 'docs/a.md' },
        { ...create('run.sh'), execute_filemode: true },
      ],
    })
    expect(moved).not.toHaveProperty('stats')
    expect((moved as Commit).parent_ids).toEqual([shas['first']])
    expect(await ask('GET', '/files/run.sh', undefined, 'ref=moved')).toMatchObject({ execute_filemode: true })
    expect((await call('GET', '/files/docs%2Fa.md', undefined, 'ref=moved')).status).toBe(404)
    const guarded = (last_commit_id: string | undefined) => ({
      branch: 'moved',
      commit_message: 'guarded',
      actions: [{ action: 'update', file_path: 'run.sh', content: 'y', last_commit_id }],
    })
    expect((await call('POST', '/commits', guarded(shas['first']))).status).toBe(400)
    expect((await call('POST', '/commits', guarded((moved as Commit).id))).status).toBe(201)
    const chmod = { action: 'chmod', file_path: 'run.sh', execute_filemode: false }
    await ask('POST', '/commits', { branch: 'moved', commit_message: 'plain', actions: [chmod] })
    expect(await ask('GET', '/files/run.sh', undefined, 'ref=moved')).toMatchObject({ execute_filemode: false })
  })

  it('overwrite a branch where that is forced', async () => {
    const again = { branch: 'side', start_branch: 'main', commit_message: 'anew', actions: [create('new.txt')] }
    expect((await call('POST', '/commits', again)).status).toBe(400)
    const forced = (await ask('POST', '/commits', { ...again, force: true })) as Commit
    expect(forced.parent_ids).toEqual([shas['last\n\nSigned-off-by: Ann <ann@x.test>']])
  })

  it('are picked with another message, and reverted only to see', async () => {
    await ask('POST', '/branches', undefined, `branch=picks&ref=${shas['first']}`)
    const picked = await ask('POST', `/commits/${shas['aside']}/cherry_pick`, { branch: 'picks', message: 'picked' })
    expect(picked).toMatchObject({ message: 'picked' })
    const before = await ask('GET', '/branches/picks')
    await ask('POST', `/commits/${(picked as Commit).id}/revert`, { branch: 'picks', dry_run: true })
    expect(await ask('GET', '/branches/picks')).toEqual(before)
  })

  it('have their refs, diffs and comments in pages', async () => {
    await ask('POST', '/tags', undefined, `tag_name=v1&ref=${shas['first']}`)
    const names = async (query: string) =>
      ((await ask('GET', `/commits/${shas['first']}/refs`, undefined, query)) as Named).map(({ name }) => name)
    expect(await names('type=tag')).toEqual(['v1'])
    expect(await names('type=branch')).not.toContain('v1')
    expect(
      [...(await names('type=all&page=1&per_page=1')), ...(await names('type=all&page=2&per_page=1'))].length,
    ).toBe(2)
    await commit('two files', { branch: 'two', start_branch: 'main', actions: [create('x1'), create('x2')] })
    for (const note of ['a', 'b']) await ask('POST', `/commits/${shas['two files']}/comments`, { note })
    for (const list of ['diff', 'comments']) {
      const page = async (number: number) =>
        (await ask(
          'GET',
          `/commits/${shas['two files']}/${list}`,
          undefined,
          `page=${number}&per_page=1`,
        )) as ReadonlyArray<unknown>
      const [one, two] = [await page(1), await page(2)]
      expect([list, one.length, two.length]).toEqual([list, 1, 1])
      expect(one).not.toEqual(two)
    }
  })

  it('have their merge requests in pages', async () => {
    for (const target_branch of ['main', 'picks'])
      await world.ask('POST', '/api/v4/projects/1/merge_requests', {
        as: world.root,
        json: { source_branch: 'two', target_branch, title: target_branch },
      })
    const page = async (number: number) =>
      (await ask(
        'GET',
        `/commits/${shas['two files']}/merge_requests`,
        undefined,
        `page=${number}&per_page=1`,
      )) as ReadonlyArray<{
        readonly title: string
      }>
    const pages = [await page(1), await page(2)].map((found) => found.map(({ title }) => title))
    expect(pages.flat().toSorted()).toEqual(['main', 'picks'])
  })

  it('are compared where they went apart, or directly', async () => {
    const files = async (straight: boolean) => {
      const json = (await ask('GET', '/compare', undefined, `from=main&to=picks&straight=${straight}`)) as {
        readonly diffs: ReadonlyArray<{ readonly new_path: string }>
      }
      return json.diffs.map(({ new_path }) => new_path).toSorted()
    }
    expect(await files(false)).toEqual(['side.txt'])
    expect(await files(true)).toEqual(['b.md', 'side.txt'])
  })
})

describe('files', () => {
  it('are made, changed and deleted on a new branch, in the name of somebody else', async () => {
    const by = { author_name: 'Ann', author_email: 'ann@x.test' }
    const path = '/files/one.sh'
    const one = { branch: 'files', start_branch: 'main', content: 'eA==', encoding: 'base64', commit_message: 'make' }
    await ask('POST', path, { ...one, ...by, execute_filemode: true })
    const read = (ref = 'files') => ask('GET', path, undefined, `ref=${ref}`)
    expect(await read()).toMatchObject({ execute_filemode: true, content: 'eA==' })
    const next = {
      branch: 'files2',
      start_branch: 'files',
      content: 'eQ==',
      encoding: 'base64',
      commit_message: 'change',
    }
    await ask('PUT', path, { ...next, ...by, execute_filemode: false })
    expect(await read('files2')).toMatchObject({ execute_filemode: false, content: 'eQ==' })
    const { last_commit_id } = (await read('files2')) as { readonly last_commit_id: string }
    const away = { branch: 'files3', start_branch: 'files2', commit_message: 'away', ...by }
    expect((await call('DELETE', path, { ...away, last_commit_id: shas['first'] })).status).toBe(400)
    expect((await call('DELETE', path, { ...away, last_commit_id })).status).toBe(204)
    for (const [branch, title] of [
      ['files', 'make'],
      ['files2', 'change'],
      ['files3', 'away'],
    ])
      expect(await ask('GET', `/commits/${branch}`)).toMatchObject({
        title,
        author_name: 'Ann',
        author_email: 'ann@x.test',
      })
  })
})

describe('branches', () => {
  it('are found by an expression', async () => {
    const found = (await ask('GET', '/branches', undefined, `regex=${encodeURIComponent('^files\\d$')}`)) as Named
    expect(found.map(({ name }) => name)).toEqual(['files2', 'files3'])
  })
  it('are let go once they are merged', async () => {
    await ask('POST', '/branches', undefined, 'branch=done&ref=main')
    expect((await call('DELETE', '/merged_branches')).status).toBe(202)
    expect((await call('GET', '/branches/done')).status).toBe(404)
    expect((await call('GET', '/branches/files')).status).toBe(200)
    expect((await call('DELETE', '/merged_branches', undefined, '', dev.token)).status).toBe(404)
  })
})

describe('archives', () => {
  const ENDINGS = ['', '.tar', '.tar.gz', '.tgz', '.zip', '.bz2', '.tar.bz2', '.tb2', '.tbz', '.tbz2']
  it.each(ENDINGS)('are of the commit that is asked for: archive%s', async (ending) => {
    const named = async (sha: string) => {
      const answer = await call('GET', `/archive${ending}`, undefined, `sha=${sha}`)
      expect(answer.status).toBe(200)
      return answer.headers.get('content-disposition')
    }
    const first = shas['first'] ?? ''
    await ask('POST', '/branches', undefined, `branch=old/one${ending}&ref=${first}`)
    expect(await named(`old%2Fone${ending}`)).toContain(`"p-old-one${ending}-${first}.`)
    expect(await named(first)).toContain(`"p-${first}-${first}.`)
    expect((await call('GET', `/archive${ending}`, undefined, 'sha=nothing-here')).status).toBe(404)
  })
})
