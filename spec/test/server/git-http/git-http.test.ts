import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from './world.js'

let world: World
beforeAll(async () => {
  world = await openWorld()
  const at = world.client()
  await at.run('init', '-q', 'c1')
  await writeFile(join(world.folder, 'c1/README.md'), 'hello\n')
  const c1 = world.client('c1')
  await c1.run('add', '.')
  await c1.run('commit', '-qm', 'First')
  await c1.run('push', '-q', world.url('group/private', 'dev'), 'main')
  await c1.run('push', '-q', world.url('group/open', 'dev'), 'main')
})
afterAll(() => world.close())

const status = async (url: string, init?: RequestInit): Promise<number> => {
  const response = await fetch(url, { ...init, headers: { Connection: 'close' } })
  await response.arrayBuffer()
  return response.status
}

const history = async (projectId: number) => {
  const read = await world.forgefold.forge.events.readStream(`repository-${projectId}` as never)
  return read.kind === 'Read' ? read.events : []
}

describe('reading over HTTP', () => {
  it.each(['0', '1', '2'])('clones with protocol version %s', async (version) => {
    const target = `clone-v${version}`
    await world
      .client()
      .run('-c', `protocol.version=${version}`, 'clone', '-q', world.url('group/private', 'dev'), target)
    expect(await readFile(join(world.folder, target, 'README.md'), 'utf8')).toBe('hello\n')
  })

  it('clones shallow, mirrored and with a filter', async () => {
    const url = world.url('group/private', 'dev')
    await world.client().run('clone', '-q', '--depth', '1', url, 'shallow')
    await world.client().run('clone', '-q', '--mirror', url, 'mirror')
    await world.client().run('clone', '-q', '--filter=blob:none', url, 'filtered')
  })

  it('takes any user name, and the path without .git', async () => {
    const url = world.url('group/private', 'reader').replace('oauth2', 'whoever').replace('.git', '')
    expect(await world.client().run('ls-remote', url)).toContain('refs/heads/main')
  })

  it('lets anybody read a public project, and nobody a private one', async () => {
    expect(await world.client().run('ls-remote', world.url('group/open'))).toContain('refs/heads/main')
    const refused = await world.client().attempt('ls-remote', world.url('group/private'))
    expect(refused.stderr).toContain('could not read Username')
  })

  it.each(['Bearer', 'Negotiate'])('reads credentials of the scheme %s as none', async (scheme) => {
    const list = (project: string) =>
      world.client().attempt('-c', `http.extraHeader=Authorization: ${scheme} nope`, 'ls-remote', world.url(project))
    expect((await list('group/open')).stdout).toContain('refs/heads/main')
    expect((await list('group/private')).stderr).toContain('could not read Username')
  })

  it('refuses Basic credentials that cannot be read, also where anybody may read', async () => {
    const refs = `http://127.0.0.1:${world.port}/group/open.git/info/refs?service=git-upload-pack`
    for (const header of ['Basic', 'Basic ???', 'basic bm9jb2xvbg==']) {
      const response = await fetch(refs, { headers: { Authorization: header } })
      await response.text()
      expect([header, response.status]).toEqual([header, 401])
    }
  })

  it.each([
    ['a bad token', 'group/private', 'nope', 'Authentication failed'],
    ['somebody from outside', 'group/private', 'outsider', 'not found'],
    ['a project that is not there', 'group/nothing', 'dev', 'not found'],
    ['a token for other things', 'group/private', 'profile', '403'],
  ])('refuses %s', async (_, project, password, text) => {
    const refused = await world.client().attempt('ls-remote', world.url(project, password))
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain(text)
  })

  it('asks for Basic credentials', async () => {
    const response = await fetch(`http://127.0.0.1:${world.port}/group/private.git/info/refs?service=git-upload-pack`)
    await response.text()
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
  })

  it('answers a compressed request of a client', async () => {
    const main = await world.client('c1').run('rev-parse', 'main')
    const line = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text
    const body = `${line('command=ls-refs\n')}0001${line('ref-prefix refs/heads/\n')}0000`
    const response = await fetch(`http://127.0.0.1:${world.port}/group/open.git/git-upload-pack`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-git-upload-pack-request',
        'Content-Encoding': 'gzip',
        'Git-Protocol': 'version=2',
      },
      body: gzipSync(body),
    })
    expect(response.headers.get('content-type')).toBe('application/x-git-upload-pack-result')
    expect(await response.text()).toContain(`${main} refs/heads/main`)
  })

  it.each([
    ['nothing', 'upload-pack', ''],
    ['no lines', 'upload-pack', 'zzzz'],
    ['a line that breaks off', 'upload-pack', '0032want'],
    ['an object that is none', 'upload-pack', '000cwant zzz0000'],
    ['a depth below nothing', 'upload-pack', '000edeepen -10000'],
    ['a command that nobody knows', 'upload-pack', '0011command=evil\n0000', 'version=2'],
    ['no command', 'upload-pack', '000aa=b\n0000', 'version=2'],
    ['a filter of no depth', 'upload-pack', '0011command=fetch00010012filter tree:-10000', 'version=2'],
    ['a filter that git gave up', 'upload-pack', '0011command=fetch00010018filter sparse:path=x0000', 'version=2'],
    ['a ref that is none', 'upload-pack', '0011command=fetch00010010deepen-not x0000', 'version=2'],
    ['more than a command', 'upload-pack', '0013command=ls-refs00010006x=00000009a', 'version=2'],
    ['nothing', 'receive-pack', ''],
    ['no lines', 'receive-pack', 'zzzz'],
  ])('refuses a request of %s to %s', async (_, service, body, protocol = '') => {
    const login = Buffer.from('oauth2:dev').toString('base64')
    const response = await fetch(`http://127.0.0.1:${world.port}/group/private.git/git-${service}`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${login}`,
        'Content-Type': `application/x-git-${service}-request`,
        'Git-Protocol': protocol,
      },
      body,
    })
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 400, text: 'Bad Request\n' })
  })

  const HAVE = `0032have ${'a'.repeat(40)}\n`
  const PACKED = gzipSync(Buffer.alloc(20_000, '0011command=evil\n'))
  it.each([
    ['bytes that are no gzip', 'not gzip', 400],
    ['gzip that breaks off', PACKED.subarray(0, PACKED.length - 12), 400],
    ['more than a negotiation may be', gzipSync(`0012command=fetch\n0001${HAVE.repeat(230_000)}0000`), 413],
  ])('refuses %s in a compressed request', async (_, bytes, expected) => {
    const response = await fetch(`http://127.0.0.1:${world.port}/group/open.git/git-upload-pack`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-git-upload-pack-request',
        'Content-Encoding': 'gzip',
        'Git-Protocol': 'version=2',
      },
      body: bytes,
    })
    await response.arrayBuffer()
    expect(response.status).toBe(expected)
  })

  it('speaks no dumb protocol and no other media type', async () => {
    const base = `http://127.0.0.1:${world.port}/group/open.git`
    expect(await status(`${base}/info/refs`)).toBe(403)
    expect(await status(`${base}/git-upload-pack`, { method: 'POST', body: 'x' })).toBe(415)
    expect(await status(`${base}/git-upload-pack`)).toBe(405)
    expect(await status(`${base}/info/refs?service=git-upload-pack`, { method: 'HEAD' })).toBe(200)
  })

  it('keeps refs of its own out of sight, but shows those of merge requests', async () => {
    const main = (await world.client('c1').run('rev-parse', 'main')) as never
    const git = world.forgefold.forge.git.of(2)
    await git.updateRefs([{ ref: 'refs/merge-requests/1/head', to: main }])
    await git.keepAround([main])
    const seen = await world.client().run('ls-remote', world.url('group/open'))
    expect(seen).toContain('refs/merge-requests/1/head')
    expect(seen).not.toContain('keep-around')
    await world.client('c1').run('fetch', '-q', world.url('group/open'), 'refs/merge-requests/1/head')
  })
})

describe('pushing over HTTP', () => {
  it('tells the history what moved, from where, to where, by whom', async () => {
    const c1 = world.client('c1')
    await c1.run('checkout', '-q', '-b', 'topic')
    await c1.run('commit', '-q', '--allow-empty', '-m', 'Ünïcode ✓')
    await c1.run('push', '-q', world.url('group/private', 'writer'), 'topic', 'topic:refs/heads/feature/ünï')
    const head = await c1.run('rev-parse', 'HEAD')
    const events = await history(1)
    const data = { from: null, to: head, by: 7, forced: false, via: 'push' }
    expect(events.slice(-2).map((event) => event.data)).toEqual(
      expect.arrayContaining([
        { ...data, ref: 'refs/heads/topic' },
        { ...data, ref: 'refs/heads/feature/ünï' },
      ]),
    )
    expect(world.forgefold.forge.read.repositories.ref(1, 'refs/heads/topic')).toBe(head)
    expect(await world.forgefold.forge.git.pending()).toEqual([])
  })

  it('makes the first branch the default one', async () => {
    const at = world.client()
    await at.run('init', '-q', '-b', 'trunk', 'new')
    const client = world.client('new')
    await client.run('commit', '-q', '--allow-empty', '-m', 'First')
    await client.run('push', '-q', world.url('group/sub/näme', 'dev'), 'trunk')
    await at.run('clone', '-q', world.url('group/sub/näme', 'dev'), 'new-clone')
    expect(await world.client('new-clone').run('branch', '--show-current')).toBe('trunk')
    const read = await world.forgefold.forge.events.readStream('project-3' as never)
    const last = read.kind === 'Read' ? read.events.at(-1) : undefined
    expect(last).toMatchObject({ type: 'DefaultBranchSet', data: { branch: 'trunk' } })
  })

  it.each([
    ['a read-only token', 'group/private', 'reader', '403'],
    ['a reporter', 'group/private', 'reporter', '403'],
    ['the anonymous', 'group/open', undefined, 'could not read Username'],
  ])('refuses %s', async (_, project, password, text) => {
    const refused = await world
      .client('c1')
      .attempt('push', '-q', world.url(project, password), 'HEAD:refs/heads/never')
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain(text)
  })

  it.each(['refs/merge-requests/1/head', 'refs/keep-around/x', 'refs/pipelines/1', 'refs/replace/x'])(
    'refuses to move %s',
    async (ref) => {
      const refused = await world.client('c1').attempt('push', world.url('group/private', 'dev'), `HEAD:${ref}`)
      expect(refused.code).not.toBe(0)
      expect(refused.stderr).toContain('hidden ref')
    },
  )

  it.each([
    'refs/foo/x',
    'refs/remotes/origin/x',
    'refs/stash',
    'refs/bisect/bad',
    'refs/headsx/y',
    'refs/heads/refs/heads/x',
    'refs/heads/refs/tags/x',
    'refs/tags/refs/heads/x',
    'refs/heads/HEAD',
    `refs/heads/${'a'.repeat(40)}`,
  ])('refuses to make, move and delete %s', async (ref) => {
    const client = world.client('c1')
    const url = world.url('group/private', 'dev')
    const git = world.forgefold.forge.git.of(1)
    const made = await client.attempt('push', url, `HEAD:${ref}`)
    expect([made.code, made.stderr]).toEqual([1, expect.stringContaining('pre-receive hook declined')])
    expect(await git.ref(ref)).toBeUndefined()
    if (ref.startsWith('refs/heads/') || ref.startsWith('refs/tags/')) return
    const main = await git.ref('refs/heads/main')
    await git.updateRefs([{ ref, to: main ?? null }])
    for (const words of [[`+HEAD~0^{commit}:${ref}`], ['--delete', ref]]) {
      if (words.length === 1) await client.run('commit', '-q', '--allow-empty', '-m', 'another')
      expect((await client.attempt('push', url, ...words)).stderr).toContain(
        'Only branches, tags and notes can be pushed.',
      )
    }
    expect(await git.ref(ref)).toBe(main)
    await git.updateRefs([{ ref, to: null }])
  })

  it('takes notes', async () => {
    const client = world.client('c1')
    await client.run('push', '-q', world.url('group/private', 'dev'), 'HEAD:refs/notes/commits')
    expect(await world.forgefold.forge.git.of(1).ref('refs/notes/commits')).toBeDefined()
    await client.run('push', '-q', world.url('group/private', 'dev'), '--delete', 'refs/notes/commits')
  })

  it('refuses to delete the default branch, and says why', async () => {
    const refused = await world.client('c1').attempt('push', world.url('group/private', 'dev'), '--delete', 'main')
    expect(refused.stderr).toContain('The default branch of a project cannot be deleted.')
    expect(refused.stderr).toContain('pre-receive hook declined')
  })

  it('keeps what a forced push or a deletion leaves behind', async () => {
    const c1 = world.client('c1')
    const url = world.url('group/private', 'dev')
    await c1.run('checkout', '-q', '--orphan', 'lone')
    await c1.run('commit', '-qm', 'lone', '--allow-empty')
    const before = await world.forgefold.forge.git.of(1).ref('refs/heads/topic')
    expect((await c1.attempt('push', '-q', url, 'lone:topic')).stderr).toContain('rejected')
    await c1.run('push', '-q', '--force', url, 'lone:topic')
    expect((await history(1)).at(-1)?.data).toMatchObject({ ref: 'refs/heads/topic', from: before, forced: true })
    await c1.run('push', '-q', url, '--delete', 'topic')
    expect((await history(1)).at(-1)?.data).toMatchObject({ ref: 'refs/heads/topic', to: null })
    const kept = (await world.forgefold.forge.git.of(1).refs('refs/keep-around/')).map(({ target }) => target)
    expect(kept).toEqual(expect.arrayContaining([before, await c1.run('rev-parse', 'lone')]))
  })

  it('takes an annotated tag and many refs at once', async () => {
    const c1 = world.client('c1')
    await c1.run('checkout', '-q', 'main')
    await c1.run('tag', '-a', 'v1.0', '-m', 'one')
    for (let n = 0; n < 60; n++) await c1.run('update-ref', `refs/heads/many-${n}`, 'main')
    await c1.run('push', '-q', '--mirror', world.url('group/open', 'dev')).catch(() => undefined)
    await c1.run('push', '-q', '--tags', world.url('group/open', 'dev'), 'refs/heads/many-*:refs/heads/many-*')
    const tag = await world.forgefold.forge.git.of(2).refs('refs/tags/v1.0')
    expect(tag[0]?.kind).toBe('tag')
    expect(world.forgefold.forge.read.repositories.find(2)?.branches).toBeGreaterThan(60)
  })

  it('takes six megabytes that are sent in chunks, and gives them back whole', async () => {
    const c1 = world.client('c1')
    const bytes = randomBytes(6_000_000)
    await c1.run('checkout', '-q', '-b', 'big', 'main')
    await writeFile(join(world.folder, 'c1/blob.bin'), bytes)
    await c1.run('add', '.')
    await c1.run('commit', '-qm', 'big')
    await c1.run('push', '-q', world.url('group/private', 'dev'), 'big')
    const clone = ['clone', '-q', '--single-branch', '-b', 'big', world.url('group/private', 'dev'), 'bigc']
    await world.client().run('-c', 'transfer.fsckObjects=true', ...clone)
    expect((await readFile(join(world.folder, 'bigc/blob.bin'))).equals(bytes)).toBe(true)
  })

  it('takes pushes in parallel, with one event for each', async () => {
    await mkdir(join(world.folder, 'par'))
    const names = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `par-${n}`)
    await Promise.all(
      names.map(async (name) => {
        await world.client('par').run('clone', '-q', world.url('group/private', 'dev'), name)
        const client = world.client(`par/${name}`)
        await client.run('checkout', '-q', '-b', name)
        await client.run('commit', '-q', '--allow-empty', '-m', name)
        await client.run('push', '-q', 'origin', name)
      }),
    )
    const events = await history(1)
    for (const name of names) {
      const own = events.filter((event) => (event.data as { ref?: string }).ref === `refs/heads/${name}`)
      expect(own).toHaveLength(1)
      const told = world.forgefold.forge.read.repositories.ref(1, `refs/heads/${name}`)
      expect(await world.forgefold.forge.git.of(1).ref(`refs/heads/${name}`)).toBe(told)
    }
  })

  it('leaves nothing behind when the client goes away in the middle', async () => {
    const command = `${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/gone\0 report-status`
    const sent = request({
      port: world.port,
      path: '/group/private.git/git-receive-pack',
      method: 'POST',
      auth: 'x:dev',
      headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
    })
    sent.on('error', () => undefined)
    sent.write(`${(command.length + 4).toString(16).padStart(4, '0')}${command}0000PACK`)
    setTimeout(() => sent.destroy(), 100)
    await new Promise((resolve) => sent.on('close', resolve))
    await world.client('c1').run('push', '-q', world.url('group/private', 'dev'), 'main:refs/heads/after')
    expect(await world.forgefold.forge.git.of(1).ref('refs/heads/gone')).toBeUndefined()
    expect(await world.forgefold.forge.git.pending()).toEqual([])
  })
})

describe('rules over refs', () => {
  it('refuses the whole push with the sentence of the rule', async () => {
    const guarded = await openWorld({
      refRules: {
        refusal: ({ ref, forced }) => (forced && ref === 'refs/heads/main' ? 'main takes no force.' : undefined),
        isProtected: (_, ref) => ref === 'refs/heads/main',
        developersMay: () => false,
      },
    })
    try {
      await guarded.client().run('init', '-q', 'w')
      const client = guarded.client('w')
      const url = guarded.url('group/private', 'dev')
      await client.run('commit', '-q', '--allow-empty', '-m', 'one')
      await client.run('push', '-q', url, 'main')
      await client.run('commit', '-q', '--allow-empty', '--amend', '-m', 'other')
      const refused = await client.attempt('push', '--force', url, 'main', 'main:refs/heads/side')
      expect(refused.stderr).toContain('remote: main takes no force.')
      expect(await guarded.forgefold.forge.git.of(1).ref('refs/heads/side')).toBeUndefined()
    } finally {
      await guarded.close()
    }
  })
})
