import { mkdtemp, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startForge, type TestForge } from '@forgefold/server/testing'
import { plainGit } from '@forgefold/spec/git'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

/** A file that became a link, and a link that became a file, are a deletion and an addition each (docs/reference/behaviour/git.md#changed-files). */
describe('changes of the type of a file', () => {
  let folder: string
  let forge: TestForge
  let head: string

  const ask = async <A = Json>(method: string, path: string, body?: Json): Promise<A> => {
    const response = await forge.as('root').fetch(`/api/v4/projects/1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text) as A
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'type-changes-'))
    forge = await startForge()
    const made = await forge
      .as('root')
      .fetch('/api/v4/projects?name=app&initialize_with_readme=true', { method: 'POST' })
    expect(made.status).toBe(201)
    const url = `${forge.url.replace('http://', `http://oauth2:${forge.as('root').token}@`)}/root/app.git`
    await plainGit(folder, folder).run('clone', '-q', url, 'work')
    const work = join(folder, 'work')
    const git = plainGit(work, folder)
    await writeFile(join(work, 'b'), 'a text\n')
    await writeFile(join(work, 'a'), 'before\n')
    await symlink('a', join(work, 'link'))
    await git.run('add', '.')
    await git.run('commit', '-q', '-m', 'before')
    await git.run('push', '-q', 'origin', 'HEAD:main')
    await git.run('checkout', '-q', '-b', 'typed')
    await unlink(join(work, 'b'))
    await symlink('a', join(work, 'b'))
    await unlink(join(work, 'link'))
    await writeFile(join(work, 'link'), 'now a text\n')
    await writeFile(join(work, 'a'), 'after\n')
    await git.run('add', '.')
    await git.run('commit', '-q', '-m', 'after')
    await git.run('push', '-q', 'origin', 'typed')
    head = await git.run('rev-parse', 'HEAD')
  })
  afterAll(async () => {
    await forge.close()
    await rm(folder, { recursive: true, force: true })
  })

  const change = (path: string, more: Json) => ({
    old_path: path,
    new_path: path,
    new_file: false,
    renamed_file: false,
    deleted_file: false,
    ...more,
  })
  const deleted = { b_mode: '0', deleted_file: true }
  const added = { a_mode: '0', new_file: true }
  const link = (sign: string, range: string) => `@@ ${range} @@\n${sign}a\n\\ No newline at end of file\n`
  const changes = () => [
    change('a', { a_mode: '100644', b_mode: '100644', diff: '@@ -1 +1 @@\n-before\n+after\n' }),
    change('b', { a_mode: '100644', ...deleted, diff: '@@ -1 +0,0 @@\n-a text\n' }),
    change('b', { b_mode: '120000', ...added, diff: link('+', '-0,0 +1') }),
    change('link', { a_mode: '120000', ...deleted, diff: link('-', '-1 +0,0') }),
    change('link', { b_mode: '100644', ...added, diff: '@@ -0,0 +1 @@\n+now a text\n' }),
  ]

  it('are shown so by commits, comparisons and merge requests', async () => {
    expect(await ask('GET', `/repository/commits/${head}/diff`)).toEqual(changes())
    expect(await ask('GET', '/repository/compare?from=main&to=typed')).toMatchObject({ diffs: changes() })
    await ask('POST', '/merge_requests', { source_branch: 'typed', target_branch: 'main', title: 'Typed' })
    expect(await ask('GET', '/merge_requests/1/changes')).toMatchObject({ changes: changes(), changes_count: '5' })
    const raw = await ask('GET', '/merge_requests/1/changes?access_raw_diffs=true')
    expect(raw).toMatchObject({ changes: changes() })
  })

  it('can be discussed on the lines of both', async () => {
    const { diff_refs: refs } = await ask('GET', '/merge_requests/1')
    const at = { ...(refs as Json), position_type: 'text', old_path: 'b', new_path: 'b' }
    const begin = (line: Json) =>
      ask('POST', '/merge_requests/1/discussions', { body: 'here', position: { ...at, ...line } })
    expect(await begin({ old_line: 1 })).toMatchObject({ notes: [{ position: { old_line: 1, new_line: null } }] })
    expect(await begin({ new_line: 1 })).toMatchObject({ notes: [{ position: { old_line: null, new_line: 1 } }] })
  })

  it('are cut between the two where a limit says so', async () => {
    const git = forge.forge.git.of(1)
    const { parent_ids: parents } = await ask('GET', `/repository/commits/${head}`)
    const query = { from: (parents as ReadonlyArray<never>)[0] as never, to: head as never }
    const kinds = async (maxFiles: number) => {
      const found: Array<string> = []
      for await (const { newPath, kind } of git.patches({ ...query, maxFiles })) found.push(`${newPath} ${kind}`)
      return found
    }
    expect(await kinds(2)).toEqual(['a modified', 'b deleted'])
    expect(await kinds(3)).toEqual(['a modified', 'b deleted', 'b added'])
    expect((await git.changes({ ...query, limit: 2 })).length).toBe(2)
  })
})
