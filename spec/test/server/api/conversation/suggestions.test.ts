import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Record<string, unknown>

const FILE = 'one\ntwo\nthree\nfour\nfive\n'

let world: TestInstance
let dev: string
let reviewer: string
let reporter: string
let made = 0
const people = new Map<string, number>()

const ask = async (method: string, asked: string, as: string, json?: unknown) => {
  const [path, query = ''] = asked.split('?')
  const answer = await world.ask(method, `/api/v4${path}`, { as, query, json })
  return { status: answer.status, json: answer.json as Json, list: answer.json as ReadonlyArray<Json> }
}

const fenced = (text: string, range = ''): string => `Better:\n\n\`\`\`suggestion${range}\n${text}\`\`\`\n`

interface Request {
  readonly project: number
  readonly path: string
  readonly suggest: (body: string, line?: number, as?: string, file?: string) => Promise<Json>
  readonly commit: (actions: ReadonlyArray<Json>) => Promise<void>
  readonly file: (name?: string) => Promise<string>
  readonly head: () => Promise<Json>
}

/** A merge request of its own whose branch adds two files; nobody else writes there. */
const request = async (settings: Json = {}): Promise<Request> => {
  made++
  const named = { name: `app ${made}`, path: `app-${made}`, visibility: 'public', initialize_with_readme: true }
  const project = (await ask('POST', '/projects', world.root, { ...named, default_branch: 'main', ...settings })).json[
    'id'
  ] as number
  const at = `/projects/${project}`
  for (const [username, level] of [
    ['dev', 30],
    ['reviewer', 30],
    ['reporter', 20],
  ] as const) {
    const member = { user_id: people.get(username), access_level: level }
    expect((await ask('POST', `${at}/members`, world.root, member)).status).toBe(201)
  }
  const commit = async (actions: ReadonlyArray<Json>, more: Json = {}): Promise<void> => {
    const wanted = { branch: 'work', commit_message: 'work', actions, ...more }
    expect((await ask('POST', `${at}/repository/commits`, dev, wanted)).status).toBe(201)
  }
  const files = ['a.txt', 'b.txt'].map((file_path) => ({ action: 'create', file_path, content: FILE }))
  await commit(files, { start_branch: 'main' })
  const opened = { source_branch: 'work', target_branch: 'main', title: 'Work' }
  expect((await ask('POST', `${at}/merge_requests`, dev, opened)).status).toBe(201)
  const path = `${at}/merge_requests/1`
  return {
    project,
    path,
    commit,
    suggest: async (body, line = 3, as = reviewer, file = 'a.txt') => {
      const refs = (await ask('GET', path, dev)).json['diff_refs'] as Json
      const position = { position_type: 'text', ...refs, new_path: file, old_path: file, new_line: line }
      const talk = await ask('POST', `${path}/discussions`, as, { body, position })
      expect(talk.status).toBe(201)
      return { ...(talk.json['notes'] as ReadonlyArray<Json>)[0], discussion: talk.json['id'] }
    },
    file: async (name = 'a.txt') => {
      const found = await ask('GET', `${at}/repository/files/${encodeURIComponent(name)}?ref=work`, dev)
      return Buffer.from(String(found.json['content']), 'base64').toString()
    },
    head: async () => (await ask('GET', `${at}/repository/commits/work`, dev)).json,
  }
}

const suggested = (note: Json): ReadonlyArray<Json> => note['suggestions'] as ReadonlyArray<Json>
const first = (note: Json): Json => suggested(note)[0] ?? {}
const apply = (note: Json, as = dev, json: Json = {}) =>
  ask('PUT', `/suggestions/${String(first(note)['id'])}/apply`, as, json)

beforeAll(async () => {
  world = await openTestInstance()
  const person = async (username: string): Promise<string> => {
    const { id, token } = await world.person(username)
    people.set(username, id)
    return token
  }
  ;[dev, reviewer, reporter] = [await person('dev'), await person('reviewer'), await person('reporter')]
})
afterAll(() => world.close())

describe('a note on lines of a diff', () => {
  it('tells what it suggests', async () => {
    const { suggest, path } = await request()
    const note = await suggest(`${fenced('drei\n')}${fenced('2\n3\n4\n', ':-1+1')}${fenced('', ':-9+0')}`)
    const ids = suggested(note).map(({ id }) => id)
    const open = { appliable: true, applied: false }
    expect(suggested(note)).toEqual([
      { id: ids[0], from_line: 3, to_line: 3, from_content: 'three\n', to_content: 'drei\n', ...open },
      { id: ids[1], from_line: 2, to_line: 4, from_content: 'two\nthree\nfour\n', to_content: '2\n3\n4\n', ...open },
      { id: ids[2], from_line: 1, to_line: 3, from_content: 'one\ntwo\nthree\n', to_content: '', ...open },
    ])
    expect(new Set(ids).size).toBe(3)
    const shown = await ask('GET', `${path}/notes/${String(note['id'])}`, reporter)
    expect(shown.json['suggestions']).toEqual(suggested(note))
  })

  it('suggests in replies too, and something else when it is changed', async () => {
    const { suggest, path } = await request()
    const note = await suggest('Hm.')
    expect(note['suggestions']).toEqual([])
    const replies = `${path}/discussions/${String(note['discussion'])}/notes`
    const reply = await ask('POST', replies, dev, { body: fenced('drei\n') })
    expect(first(reply.json)).toMatchObject({ from_content: 'three\n', to_content: 'drei\n', appliable: true })
    const changed = await ask('PUT', `${replies}/${String(reply.json['id'])}`, dev, { body: fenced('trois\n') })
    expect(suggested(changed.json)).toHaveLength(1)
    expect(first(changed.json)).toMatchObject({ to_content: 'trois\n' })
    expect((await apply(reply.json)).status).toBe(404)
    const silent = await ask('PUT', `${replies}/${String(reply.json['id'])}`, dev, { body: 'Never mind.' })
    expect(silent.json['suggestions']).toEqual([])
    expect((await apply(changed.json)).status).toBe(404)
  })

  it('suggests nothing elsewhere', async () => {
    const { path } = await request()
    const plain = await ask('POST', `${path}/notes`, dev, { body: fenced('drei\n') })
    expect(plain.json).not.toHaveProperty('suggestions')
  })
})

describe('applying a suggestion', () => {
  it('writes one commit by who applies it, authored by who suggested it', async () => {
    const { suggest, file, head, path } = await request()
    const note = await suggest(fenced('2\n3\n', ':-1'))
    const done = await apply(note)
    expect([done.status, done.json]).toEqual([200, { ...first(note), applied: true, appliable: false }])
    expect(await file()).toBe('one\n2\n3\nfour\nfive\n')
    expect(await head()).toMatchObject({
      message: 'Apply 1 suggestion(s) to 1 file(s)',
      author_name: 'reviewer',
      committer_name: 'dev',
    })
    const shown = await ask('GET', `${path}/notes/${String(note['id'])}`, dev)
    expect(first(shown.json)).toMatchObject({ applied: true, appliable: false })
    const again = await apply(note)
    expect([again.status, again.json]).toEqual([400, { message: "Can't apply this suggestion." }])
    expect(await file()).toBe('one\n2\n3\nfour\nfive\n')
  })

  it('takes its message from the request, else from the project', async () => {
    const template =
      '%{username} applies %{suggestions_count} to %{file_paths} in %{branch_name} of %{project_path} %{x}'
    const { suggest, head } = await request({ suggestion_commit_message: template })
    await apply(await suggest(fenced('drei\n')))
    expect(await head()).toMatchObject({ message: `dev applies 1 to a.txt in work of app-${made} %{x}` })
    expect((await apply(await suggest(fenced('1\n'), 1), dev, { commit_message: 'By %{user_full_name}' })).status).toBe(
      200,
    )
    expect(await head()).toMatchObject({ message: 'By dev' })
  })

  it('is for those who may push to the source branch', async () => {
    const { suggest, file } = await request()
    const note = await suggest(fenced('drei\n'), 3, reporter)
    for (const as of [reporter, (await world.person(`stranger${made}`)).token])
      expect((await apply(note, as)).json).toEqual({ message: '403 Forbidden' })
    expect((await world.ask('PUT', `/api/v4/suggestions/${String(first(note)['id'])}/apply`)).status).toBe(401)
    expect(await file()).toBe(FILE)
  })

  it('follows its lines, and is outdated once they have changed', async () => {
    const { suggest, file, commit, path } = await request()
    const [three, five] = [await suggest(fenced('drei\n')), await suggest(fenced('4\n5\n', ':-1'), 5)]
    await commit([{ action: 'update', file_path: 'a.txt', content: `zero\n${FILE.replace('four', '4')}` }])
    const shown = await ask('GET', `${path}/notes/${String(three['id'])}`, dev)
    expect(first(shown.json)).toMatchObject({ from_line: 4, to_line: 4, appliable: true })
    const late = await apply(five)
    expect([late.status, late.json]).toEqual([
      400,
      { message: "Can't apply as these lines were changed in a more recent version." },
    ])
    expect((await apply(three)).status).toBe(200)
    expect(await file()).toBe('zero\none\ntwo\ndrei\n4\nfive\n')
    await commit([{ action: 'delete', file_path: 'a.txt' }])
    expect((await apply(five)).json).toEqual({ message: 'A file was not found.' })
  })

  it('needs an open merge request and other content', async () => {
    const { suggest, path } = await request()
    const [same, other] = [await suggest(fenced('three\n')), await suggest(fenced('drei\n'))]
    expect(first(same)).toMatchObject({ appliable: false })
    expect((await apply(same)).json).toEqual({ message: 'This suggestion already matches its content.' })
    await ask('PUT', path, dev, { state_event: 'close' })
    expect((await apply(other)).json).toEqual({
      message: 'This merge request is closed. To apply this suggestion, edit this file directly.',
    })
    expect((await ask('PUT', path, dev, { state_event: 'reopen' })).status).toBe(200)
    const merged = await ask('PUT', `${path}/merge`, world.root)
    expect([merged.status, merged.json['state']]).toEqual([200, 'merged'])
    expect((await apply(other)).json).toEqual({
      message: 'This merge request was merged. To apply this suggestion, edit this file directly.',
    })
  })

  it('leaves every other byte as it is', async () => {
    const { suggest, commit, project } = await request()
    const bytes = Buffer.from([0xff, 0x0a, 0x61, 0x0d, 0x0a, 0xfe])
    const action = { action: 'create', file_path: 'c.txt', content: bytes.toString('base64'), encoding: 'base64' }
    await commit([action])
    const note = await suggest(fenced('x\ny\n'), 2, reviewer, 'c.txt')
    expect(first(note)).toMatchObject({ from_content: 'a\r\n', to_content: 'x\ny\n' })
    expect((await apply(note)).status).toBe(200)
    const found = await ask('GET', `/projects/${project}/repository/files/c.txt?ref=work`, dev)
    const expected = Buffer.from([0xff, 0x0a, 0x78, 0x0d, 0x0a, 0x79, 0x0d, 0x0a, 0xfe])
    expect(Buffer.from(String(found.json['content']), 'base64')).toEqual(expected)
  })
})

describe('applying several', () => {
  const idOf = (note: Json) => first(note)['id']

  it('writes one commit', async () => {
    const { suggest, file, head } = await request()
    const notes = [
      await suggest(fenced('1\n'), 1),
      await suggest(fenced(''), 4),
      await suggest(fenced('V\n'), 5, dev, 'b.txt'),
    ]
    const before = (await head())['id']
    const wanted = { ids: notes.map(idOf), commit_message: '%{suggestions_count} in %{files_count}: %{file_paths}' }
    const done = await ask('PUT', '/suggestions/batch_apply', dev, wanted)
    expect([done.status, done.json]).toEqual([
      200,
      notes.map((note) => ({ ...first(note), applied: true, appliable: false })),
    ])
    expect([await file(), await file('b.txt')]).toEqual(['1\ntwo\nthree\nfive\n', 'one\ntwo\nthree\nfour\nV\n'])
    expect(await head()).toMatchObject({ message: '3 in 2: a.txt b.txt', parent_ids: [before], author_name: 'dev' })
  })

  it('is all or nothing', async () => {
    const [{ suggest, file }, elsewhere] = [await request(), await request()]
    const [one, two, other] = [
      await suggest(fenced('drei\n')),
      await suggest(fenced('x\n', ':-1'), 4),
      await elsewhere.suggest(fenced('drei\n')),
    ]
    const batch = async (...ids: ReadonlyArray<unknown>) => {
      const answer = await ask('PUT', '/suggestions/batch_apply', dev, { ids })
      return [answer.status, answer.json['message'] ?? answer.json['error']]
    }
    expect(await batch(idOf(one), idOf(two))).toEqual([
      400,
      'Suggestions are not applicable as their lines cannot overlap.',
    ])
    expect(await batch(idOf(one), idOf(other))).toEqual([400, 'Suggestions must all be on the same branch.'])
    const gone = 'Suggestions are not applicable as one or more suggestions were not found.'
    expect(await batch(idOf(one), 999_999)).toEqual([404, gone])
    expect(await batch(idOf(one), idOf(one))).toEqual([404, gone])
    expect(await batch(...Array.from({ length: 101 }, (_, id) => id))).toEqual([400, 'ids has more than 100 values'])
    expect((await ask('PUT', '/suggestions/batch_apply', dev, {})).json).toEqual({ error: 'ids is missing' })
    expect((await ask('PUT', '/suggestions/999999/apply', dev)).json).toEqual({
      message: 'Suggestion is not applicable as the suggestion was not found.',
    })
    expect((await ask('PUT', '/suggestions/x/apply', dev)).json).toEqual({ error: 'id is invalid' })
    expect(await file()).toBe(FILE)
  })
})

describe('a file that is suggested for', () => {
  const LINES = 12

  /** Every read of a file of a repository while `work` is done, as it is asked of git. */
  const readsDuring = async (work: () => Promise<void>): Promise<ReadonlyArray<string>> => {
    const reads: Array<string> = []
    const { git } = world.forge
    const own = git.of
    const of: typeof own = (id) => {
      const repository = own.call(git, id)
      const file: typeof repository.file = (commit, path) => {
        // Pipelines and others read files of their own meanwhile.
        if (/^(?:a|b|long)\.txt$/.test(path)) reads.push(`${id} ${commit} ${path}`)
        return repository.file(commit, path)
      }
      return Object.create(repository, { file: { value: file } }) as typeof repository
    }
    Object.defineProperty(git, 'of', { value: of, configurable: true, writable: true })
    try {
      await work()
    } finally {
      Object.defineProperty(git, 'of', { value: own, configurable: true, writable: true })
    }
    return reads
  }

  it('is read once in a request, however many notes suggest for it', async () => {
    const { suggest, path, commit, project } = await request()
    const content = Array.from({ length: LINES }, (_, line) => `line ${line}\n`).join('')
    await commit([{ action: 'create', file_path: 'long.txt', content }])
    const notes: Array<Json> = []
    for (let line = 1; line <= LINES; line++)
      notes.push(await suggest(`${fenced('a\n')}${fenced('b\n')}`, line, reviewer, 'long.txt'))
    const first = String(notes[0]?.['discussion'])
    await ask('POST', `${path}/discussions/${first}/notes`, dev, { body: fenced('c\n') })
    notes.push(await suggest(fenced('z\n'), 1, reviewer, 'b.txt'))
    for (const list of [`${path}/notes`, `${path}/discussions`, `/projects/${project}/events`]) {
      const reads = await readsDuring(async () => {
        const shown = await ask('GET', `${list}?per_page=100`, dev)
        expect(shown.status).toBe(200)
        expect(JSON.stringify(shown.json).split('"appliable":true')).toHaveLength(2 * LINES + 2 + 1)
      })
      expect(reads, list).toHaveLength(2)
      expect(new Set(reads).size, list).toBe(2)
    }
    const talk = await readsDuring(async () => {
      expect((await ask('GET', `${path}/discussions/${first}`, dev)).status).toBe(200)
    })
    expect(talk).toHaveLength(1)
    // Once to see whether they can be applied, once to write it.
    const applied = await readsDuring(async () => {
      const ids = notes.slice(0, LINES).map((note) => suggested(note)[0]?.['id'])
      expect((await ask('PUT', '/suggestions/batch_apply', dev, { ids })).status).toBe(200)
    })
    expect(applied.filter((read) => read.endsWith(' long.txt')).length).toBeLessThanOrEqual(3)
  })

  it('is not read where nobody suggests anything, nor where it is larger than a mebibyte', async () => {
    const { suggest, path, commit } = await request()
    await suggest('Hm.')
    const reads = await readsDuring(async () => {
      expect((await ask('GET', `${path}/notes`, dev)).status).toBe(200)
    })
    expect(reads).toEqual([])
    const sizes: ReadonlyArray<readonly [string, number, number]> = [
      ['fits.txt', 1024 * 1024, 1],
      ['large.txt', 1024 * 1024 + 1, 0],
    ]
    for (const [file_path, size, count] of sizes) {
      await commit([
        { action: 'create', file_path, content: `x\n${`${'y'.repeat(1023)}\n`.repeat(1024)}`.slice(0, size) },
      ])
      expect(suggested(await suggest(fenced('X\n'), 1, reviewer, file_path))).toHaveLength(count)
    }
  })
})
