import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type PlainGit, plainGit, type Served, serveFolder } from '@forgefold/spec/git'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What a commit does to one of a few files. */
type Edit =
  | { readonly kind: 'write'; readonly file: number; readonly lines: ReadonlyArray<number> }
  | { readonly kind: 'binary'; readonly file: number; readonly byte: number }
  | { readonly kind: 'delete'; readonly file: number }
  | { readonly kind: 'rename'; readonly file: number; readonly to: number }
  | { readonly kind: 'execute'; readonly file: number }

const FILES = ['a.txt', 'dir/b.txt', 'dir/deep/c.txt', 'z ü.txt', 'bin', 'e']
const file = fc.nat(FILES.length - 1)
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constant('write' as const), file, lines: fc.array(fc.nat(9), { maxLength: 12 }) }),
    weight: 4,
  },
  fc.record({ kind: fc.constant('binary' as const), file, byte: fc.nat(255) }),
  fc.record({ kind: fc.constant('delete' as const), file }),
  fc.record({ kind: fc.constant('rename' as const), file, to: file }),
  fc.record({ kind: fc.constant('execute' as const), file }),
)
const commits = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 3 })
const history = fc.record({
  base: commits,
  source: commits,
  target: commits,
  later: commits,
  mergesTarget: fc.boolean(),
})

interface Shown {
  readonly iid: number
  readonly state: string
  readonly sha: string
  readonly merge_status: string
  readonly changes_count: string | null
  readonly merge_commit_sha: string | null
  readonly diverged_commits_count: number
  readonly diff_refs: { readonly base_sha: string; readonly head_sha: string; readonly start_sha: string }
}

interface Change {
  readonly old_path: string
  readonly new_path: string
  readonly a_mode: string
  readonly b_mode: string
  readonly new_file: boolean
  readonly renamed_file: boolean
  readonly deleted_file: boolean
  readonly diff: string
}

const apply = async (folder: string, git: PlainGit, edits: ReadonlyArray<Edit>, message: string): Promise<void> => {
  for (const one of edits) {
    const path = join(folder, FILES[one.file] as string)
    await mkdir(dirname(path), { recursive: true })
    if (one.kind === 'write') await writeFile(path, one.lines.map((line) => `line ${line}\n`).join(''))
    else if (one.kind === 'binary') await writeFile(path, Uint8Array.from([0, one.byte, 0, 255]))
    else if (one.kind === 'delete') await rm(path, { force: true })
    else if (one.kind === 'execute') await chmod(path, 0o755).catch(() => undefined)
    else {
      const to = join(folder, FILES[one.to] as string)
      await mkdir(dirname(to), { recursive: true })
      await rename(path, to).catch(() => undefined)
    }
  }
  await git.run('add', '-A')
  await git.run('commit', '-q', '--allow-empty', '-m', message)
}

/** What plain git says of a diff, in the API's words. */
const changesByGit = async (git: PlainGit, base: string, head: string): Promise<ReadonlyArray<Change>> => {
  const raw = await git.run('diff', '--raw', '-z', '--abbrev=40', '-M30%', '-l0', base, head)
  const parts = raw.split('\0').filter((part) => part !== '')
  const found: Array<Change> = []
  for (let at = 0; at < parts.length; ) {
    const [aMode = '', bMode = '', , , status = ''] = (parts[at++] as string).slice(1).split(' ')
    const old_path = parts[at++] as string
    const new_path = status.startsWith('R') ? (parts[at++] as string) : old_path
    const text = (await git.attempt('diff', '-M30%', '-l0', base, head, '--', old_path, new_path)).stdout
    const from = text.search(/^(@@|Binary files)/m)
    found.push({
      old_path,
      new_path,
      a_mode: aMode === '000000' ? '0' : aMode,
      b_mode: bMode === '000000' ? '0' : bMode,
      new_file: status === 'A',
      renamed_file: status.startsWith('R'),
      deleted_file: status === 'D',
      diff: from < 0 ? '' : text.slice(from),
    })
  }
  return found
}

const byPath = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> =>
  [...changes].sort((a, b) => (a.new_path < b.new_path ? -1 : 1))

describe('merge requests agree with git', () => {
  let folder: string
  let server: Served
  let project: string
  let git: PlainGit
  let work: string
  let round = 0
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-agreement-'))
    await mkdir(join(folder, 'data'))
    server = await serveFolder(join(folder, 'data'))
    const made = await server.api('POST', '/projects', { name: 'p', path: 'p' })
    project = `/projects/${(made.json as { readonly id: number }).id}`
    work = join(folder, 'work')
    await mkdir(work)
    git = plainGit(work, folder)
    await git.run('init', '-q')
    await git.run('remote', 'add', 'origin', server.gitUrl('root/p'))
  })
  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })

  const get = async <A>(path: string): Promise<A> => {
    const { status, json } = await server.api('GET', `${project}${path}`)
    expect(status).toBe(200)
    return json as A
  }
  const until = async (iid: number, good: (shown: Shown) => boolean): Promise<Shown> => {
    for (let tries = 0; ; tries++) {
      const shown = await get<Shown>(`/merge_requests/${iid}?include_diverged_commits_count=true`)
      if (good(shown)) return shown
      if (tries > 200) throw new Error(`timed out on ${JSON.stringify(shown)}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const decided = ({ merge_status }: Shown): boolean => ['can_be_merged', 'cannot_be_merged'].includes(merge_status)

  /** Everything that the API says of the request as it stands, held against git. */
  const judge = async (iid: number, source: string, target: string): Promise<Shown> => {
    const head = await git.run('rev-parse', source)
    const main = await git.run('rev-parse', target)
    const shown = await until(iid, (one) => one.sha === head && decided(one))
    const list = await get<ReadonlyArray<{ readonly id: string }>>(`/merge_requests/${iid}/commits?per_page=100`)
    const { start_sha, base_sha } = shown.diff_refs
    expect(base_sha).toBe(await git.run('merge-base', head, start_sha))
    const log = await git.run('rev-list', head, `^${start_sha}`)
    expect(list.map(({ id }) => id).sort()).toEqual(log.split('\n').filter(Boolean).sort())
    expect(shown.diverged_commits_count).toBe(Number(await git.run('rev-list', '--count', `${head}..${main}`)))
    const merge = await git.attempt('merge-tree', '--write-tree', main, head)
    const isMergeable = merge.code === 0 && list.length > 0
    expect(shown.merge_status).toBe(isMergeable ? 'can_be_merged' : 'cannot_be_merged')
    const { changes, overflow } = await get<{ readonly changes: ReadonlyArray<Change>; readonly overflow: boolean }>(
      `/merge_requests/${iid}/changes`,
    )
    const expected = list.length === 0 ? [] : await changesByGit(git, base_sha, head)
    expect(overflow).toBe(false)
    expect(byPath(changes)).toEqual(byPath(expected))
    expect(shown.changes_count).toBe(expected.length === 0 ? null : String(expected.length))
    if (isMergeable) {
      const { commit_id } = await get<{ readonly commit_id: string }>(`/merge_requests/${iid}/merge_ref`)
      await git.run('fetch', '-q', 'origin', `refs/merge-requests/${iid}/merge`)
      expect(await git.run('rev-parse', 'FETCH_HEAD')).toBe(commit_id)
      expect(await git.run('rev-parse', 'FETCH_HEAD^{tree}')).toBe(merge.stdout.trim())
      expect(await git.run('log', '-1', '--format=%P', commit_id)).toBe(`${main} ${head}`)
    }
    return shown
  }

  it('in whatever histories there are', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ base, source, target, later, mergesTarget }) => {
        const name = `r${round++}`
        const [into, from] = [`${name}-into`, `${name}-from`]
        await git.run('checkout', '-q', '--orphan', into)
        await git.attempt('rm', '-rfq', '--ignore-unmatch', '.')
        await git.run('commit', '-q', '--allow-empty', '-m', 'root')
        for (const edits of base) await apply(work, git, edits, 'base')
        await git.run('checkout', '-q', '-b', from)
        for (const edits of source) await apply(work, git, edits, 'source')
        await git.run('checkout', '-q', into)
        for (const edits of target) await apply(work, git, edits, 'target')
        await git.run('push', '-q', 'origin', into, from)
        const made = await server.api('POST', `${project}/merge_requests`, {
          source_branch: from,
          target_branch: into,
          title: name,
        })
        expect(made.status).toBe(201)
        const { iid } = made.json as Shown
        await judge(iid, from, into)
        // Pushed to meanwhile, and perhaps with the target merged into it.
        await git.run('checkout', '-q', from)
        if (mergesTarget && (await git.attempt('merge', '-q', '--no-edit', into)).code !== 0)
          await git.run('merge', '--abort')
        for (const edits of later) await apply(work, git, edits, 'later')
        await git.run('push', '-q', 'origin', from)
        const shown = await judge(iid, from, into)
        const merged = await server.api('PUT', `${project}/merge_requests/${iid}/merge`)
        expect(merged.status).toBe(shown.merge_status === 'can_be_merged' ? 200 : 405)
        if (merged.status !== 200) return
        await git.run('fetch', '-q', 'origin', into)
        const commit = (merged.json as Shown).merge_commit_sha
        expect(await git.run('rev-parse', 'FETCH_HEAD')).toBe(commit)
        const tree = await git.run('merge-tree', '--write-tree', into, from)
        expect(await git.run('rev-parse', 'FETCH_HEAD^{tree}')).toBe(tree)
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })
})
