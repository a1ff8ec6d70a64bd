import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlainGit, plainGit, type Served, serveFolder } from '@forgefold/spec/git'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const COMMITS = 10_000
/** Of these so many are the source branch's own, and as many the target's. */
const EACH = COMMITS / 2
const FILES = 3000
const MEGABYTE = 1024 * 1024

const commitText = (mark: number, branch: string, from: number | undefined): string => {
  const content = `${branch} ${mark}\n`.repeat(40)
  const message = `Commit ${mark} of ${branch}`
  const path = `${branch}/part-${mark % 30}/file-${mark % FILES}.txt`
  return [
    `commit refs/heads/${branch}`,
    `mark :${mark}`,
    `committer Ann Author <ann@example.com> ${1_600_000_000 + mark * 60} +0000`,
    `data ${Buffer.byteLength(message)}`,
    message,
    ...(from === undefined ? [] : [`from :${from}`]),
    `M 100644 inline ${path}`,
    `data ${Buffer.byteLength(content)}`,
    content,
  ].join('\n')
}

/** Both branches grow from the first commit on. */
const synthesise = async (repository: string): Promise<void> => {
  const child = spawn('git', ['fast-import', '--quiet'], { cwd: repository, stdio: ['pipe', 'ignore', 'inherit'] })
  const write = async (text: string): Promise<void> => {
    if (!child.stdin.write(text)) await once(child.stdin, 'drain')
  }
  await write(`reset refs/heads/main\n${commitText(1, 'main', undefined)}\n`)
  await write(`${commitText(2, 'long', 1)}\n`)
  for (let n = 3; n <= COMMITS; n++) await write(`${commitText(n, n % 2 === 0 ? 'long' : 'main', undefined)}\n`)
  child.stdin.end()
  await once(child, 'exit')
}

interface Shown {
  readonly iid: number
  readonly changes_count: string
  readonly diverged_commits_count: number
}

describe('a request of a long history', () => {
  let folder: string
  let server: Served
  let git: PlainGit
  let request: string

  const read = async (path: string): Promise<unknown> => {
    const { status, json } = await server.api('GET', `${request}${path}`)
    expect(status, path).toBe(200)
    return json
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-long-history-'))
    const home = plainGit(folder, folder)
    await home.run('init', '-q', '--bare', 'made.git')
    git = plainGit(join(folder, 'made.git'), folder)
    await synthesise(join(folder, 'made.git'))
    server = await serveFolder(join(folder, 'data'))
    const made = await server.api('POST', '/projects', { name: 'long', path: 'long' })
    const { id, path_with_namespace } = made.json as { readonly id: number; readonly path_with_namespace: string }
    await git.run('push', '-q', server.gitUrl(path_with_namespace), 'main')
    await git.run('push', '-q', server.gitUrl(path_with_namespace), 'long')
    const wish = { source_branch: 'long', target_branch: 'main', title: 'A long one' }
    const opened = await server.api('POST', `/projects/${id}/merge_requests`, wish)
    expect(opened.status).toBe(201)
    request = `/projects/${id}/merge_requests/${(opened.json as Shown).iid}`
  })
  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })

  it('agrees with git', async () => {
    const one = (await read('?include_diverged_commits_count=true')) as Shown
    expect(one.diverged_commits_count).toBe(Number(await git.run('rev-list', '--count', 'long..main')))
    expect(one.diverged_commits_count).toBe(EACH - 1)
    expect(one.changes_count).toBe('1000+')
    const page = (await read('/commits?per_page=50&page=40')) as ReadonlyArray<{ readonly id: string }>
    const ids = await git.run('rev-list', '--skip=1950', '--max-count=50', 'long', '^main')
    expect(page.map(({ id }) => id)).toEqual(ids.split('\n'))
    const [version] = (await read('/versions')) as ReadonlyArray<{ readonly id: number; readonly real_size: string }>
    expect(version?.real_size).toBe('1000+')
  })

  it('is read in bounded memory', async () => {
    const [version] = (await read('/versions')) as ReadonlyArray<{ readonly id: number }>
    const pass = async (): Promise<number> => {
      let most = 0
      for (const path of [
        '/changes',
        '/changes?access_raw_diffs=true',
        '/versions',
        `/versions/${version?.id}`,
        '/commits?per_page=100&page=30',
        '?include_diverged_commits_count=true&render_html=true',
        '/pipelines',
      ]) {
        await read(path)
        most = Math.max(most, await server.memory())
      }
      return most
    }
    const passes: Array<number> = []
    for (let n = 0; n < 8; n++) passes.push(Math.round((await pass()) / MEGABYTE))
    const early = Math.max(...passes.slice(0, 4))
    const late = Math.max(...passes.slice(4))
    expect(late, `megabytes in use: ${passes.join(', ')}`).toBeLessThan(early + 64)
    expect(late, `megabytes in use: ${passes.join(', ')}`).toBeLessThan(400)
  })
})
