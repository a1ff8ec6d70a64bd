import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '@forgefold/server/cli'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { serversIn, TOKEN } from './servers.js'

let folder: string
let base: string
let servers: ReturnType<typeof serversIn>
let double: Awaited<ReturnType<typeof startEventStoreDbDouble>>
/** Every way to ask: beside the running server, over its API, a copy of its log without any key, and its history on an EventStoreDB. */
const ways: Record<string, ReadonlyArray<string>> = {}

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

const forgefold = async (...args: ReadonlyArray<string>): Promise<Ended> => {
  let out = ''
  let err = ''
  const code = await runCommandLine(args, {
    environment: { FORGEFOLD_SERVER_TOKEN: TOKEN },
    say: (line) => {
      out += `${line}\n`
    },
    tell: (line) => {
      err += `${line}\n`
    },
    progress: () => undefined,
    asked: new Promise(() => undefined),
  })
  return { code, out, err }
}

const audit = (way: string, ...args: ReadonlyArray<string>): Promise<Ended> =>
  forgefold('audit', ...args, ...(ways[way] ?? []))

const ask = async (method: string, path: string, json?: unknown): Promise<unknown> => {
  const headers = { 'PRIVATE-TOKEN': TOKEN, 'content-type': 'application/json' }
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const answer = await fetch(`${base}/api/v4${path}`, { method, headers, ...body })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return answer.json()
}

/** Somebody who registers and is erased. */
const erasePerson = async (): Promise<void> => {
  const email = 'bobbin@example.com'
  const person = { username: 'bobbin', name: 'Bobbin', email, password: 'correct horse 42', skip_confirmation: true }
  const { id } = (await ask('POST', '/users', person)) as { readonly id: number }
  const path = `${base}/api/v4/users/${id}`
  const headers = { 'PRIVATE-TOKEN': TOKEN }
  expect((await fetch(`${path}?hard_delete=true`, { method: 'DELETE', headers })).status).toBe(204)
  await vi.waitFor(async () => expect((await fetch(path, { headers })).status).toBe(404), 60_000)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-audit-'))
  servers = serversIn(folder)
  base = await servers.ready(servers.start('sqlite'))
  await ask('POST', '/projects', { name: 'app', initialize_with_readme: true })
  await ask('POST', '/projects/root%2Fapp/issues', { title: 'First' })
  await ask('POST', '/projects/root%2Fapp/issues', { title: 'Another' })
  await ask('PUT', '/projects/root%2Fapp/issues/1', { title: '=Second, "quoted"' })
  await erasePerson()
  const data = join(folder, '1')
  for (const name of ['whole', 'moved']) await cp(data, join(folder, name), { recursive: true })
  await rm(join(folder, 'moved', 'history-tree.sqlite'), { force: true })
  await cp(join(data, 'events.sqlite'), join(folder, 'copy', 'events.sqlite'))
  await cp(join(data, 'events.sqlite-wal'), join(folder, 'copy', 'events.sqlite-wal'))
  ways['folder'] = ['--data', data]
  ways['server'] = ['--server', base]
  ways['copy of the folder'] = ['--data', join(folder, 'whole')]
  ways['copy'] = ['--data', join(folder, 'copy')]
  double = await startEventStoreDbDouble()
  const copied = await forgefold('copy', '--from', `sqlite:${join(folder, 'copy')}`, '--to', double.connectionString)
  expect(copied).toMatchObject({ code: 0 })
  const onNode = ['--data', join(folder, 'moved'), '--event-store', double.connectionString]
  ways['history on EventStoreDB'] = onNode
})
afterAll(async () => {
  servers.killAll()
  await double.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['folder', 'copy of the folder', 'server', 'history on EventStoreDB'])(
  'forgefold audit on a %s',
  (way) => {
    it('tells the timeline of a thing in columns', async () => {
      const { code, out } = await audit(way, 'timeline', 'root/app#1')
      expect(code).toBe(0)
      const [heading, ...lines] = out.trimEnd().split('\n')
      expect(heading).toMatch(/^POSITION {2}TIME {20,}THING +EVENT +BY +DATA$/)
      const at = heading?.indexOf('EVENT') as number
      expect(lines.map((line) => line.slice(at).split(' ')[0])).toEqual(['IssueCreated', 'IssueChanged'])
    })
    it('tells who set a value, in JSON', async () => {
      const { code, out } = await audit(way, 'blame', 'issue', '1', '--field', 'title', '--json')
      expect(code).toBe(0)
      expect(JSON.parse(out)).toMatchObject({
        fields: [{ field: 'title', value: '=Second, "quoted"', set_by: { type: 'IssueChanged', actor: 'user:1' } }],
      })
    })
    it('shows a moment, and ends with 1 where two differ', async () => {
      const created = JSON.parse((await audit(way, 'search', '--type', 'IssueCreated', '--limit', '1', '--json')).out)
      const shown = await audit(way, 'show', 'root/app#1', '--at', String(created.position))
      expect(JSON.parse(shown.out)).toMatchObject({ title: 'First', web_url: expect.any(String) })
      const diff = await audit(way, 'diff', 'root/app#1', '--from', String(created.position))
      expect(diff.code).toBe(1)
      expect(diff.out).toContain('- title: First\n+ title: =Second, "quoted"\n')
      expect((await audit(way, 'diff', 'root/app#1', '--from', '999999999999')).code).toBe(0)
    })
    it('tells what differs in everything between two moments, from the beginning on where none is given', async () => {
      const created = JSON.parse((await audit(way, 'search', '--type', 'IssueCreated', '--limit', '1', '--json')).out)
      const { code, out } = await audit(way, 'diff', '--from', String(created.position), '--json')
      expect(code).toBe(1)
      const lines = out.trimEnd().split('\n')
      const differences = lines.map((line) => JSON.parse(line) as { readonly path: string })
      expect(differences).toContainEqual({
        path: 'projects/1/issues/1',
        changes: expect.arrayContaining([{ field: 'title', from: 'First', to: '=Second, "quoted"' }]),
      })
      const whole = await audit(way, 'diff')
      expect(whole.out).toContain('+ title: =Second, "quoted"\n')
      expect(whole.out).toContain('projects/1\n+ id: 1\n')
      expect(await audit(way, 'diff', '--from', '999999999999')).toMatchObject({ code: 0, out: '' })
    })
    it('decides again under another rule what was decided', async () => {
      const { code, out } = await audit(way, 'what-if', '--set', 'issues_create_limit=1', '--json')
      expect(code).toBe(1)
      expect(JSON.parse(out)).toMatchObject({ verdict: 'refused', event: { type: 'IssueCreated', thing: '2' } })
      expect((await audit(way, 'what-if', '--set', 'issues_create_limit=0')).code).toBe(0)
      expect((await audit(way, 'what-if', '--set', 'password_length=9')).code).toBe(2)
    })
    it('explains an event', async () => {
      const { code, out } = await audit(way, 'explain', 'issue-1@1')
      expect(code).toBe(0)
      expect(out).toMatch(/IssueChanged +issue:1 +user:1/)
      expect(out).toMatch(/begun by user:1 with request \S+/)
    })
    it('exports lines that go on after any of them, and CSV that no spreadsheet computes', async () => {
      const lines = (await audit(way, 'export', '--format', 'ndjson')).out.trimEnd().split('\n')
      const third = JSON.parse(lines[2] as string) as { readonly position: number }
      const rest = await audit(way, 'export', '--format', 'ndjson', '--after', String(third.position))
      const ids = (some: ReadonlyArray<string>) => some.map((line) => (JSON.parse(line) as { readonly id: string }).id)
      expect(ids(rest.out.trimEnd().split('\n'))).toEqual(ids(lines).slice(3))
      const csv = await audit(way, 'export', '--format', 'csv', '--kind', 'issue')
      expect(csv.out.split('\n')[0]).toMatch(/^position,id,created_at,type/)
      expect(csv.out).toContain('""title"":""=Second, \\""quoted\\""""')
    })
    it.each(['ndjson', 'csv'])('exports as %s that a person was erased, and no word of theirs', async (format) => {
      const { code, out } = await audit(way, 'export', '--format', format)
      expect(code).toBe(0)
      expect(out).toContain('[erased]')
      expect(out.toLowerCase()).not.toContain('bobbin')
    })
    it('takes kinds and things by every name they have, and says which names mean nothing', async () => {
      for (const name of [['issue:root/app#1'], ['issue', 'root/app#1'], ['root/app#1']])
        expect((await audit(way, 'timeline', ...name)).out).toContain('IssueChanged')
      expect((await audit(way, 'search', '--kind', 'token')).out).toContain('personal_access_token:1')
      const told = async (...question: ReadonlyArray<string>) => {
        const { code, out, err } = await audit(way, ...question)
        return { code, out, err: err.trimEnd() }
      }
      const kind = 'forgefold: no kind of thing is called issues; there is issue'
      expect(await told('search', '--kind', 'issues')).toEqual({ code: 2, out: '', err: expect.stringContaining(kind) })
      expect(await told('timeline', 'issues:1')).toEqual({ code: 2, out: '', err: expect.stringContaining(kind) })
      expect(await told('search', '--type', 'IssueCreate')).toEqual({
        code: 2,
        out: '',
        err: 'forgefold: no type of event is called IssueCreate; there is IssueCreated',
      })
      expect(await told('show', 'merge_request:root/app#1')).toEqual({
        code: 2,
        out: '',
        err: 'forgefold: merge_request:root/app#1 does not name a thing',
      })
      expect(await told('timeline', 'root/app#9')).toEqual({
        code: 1,
        out: '',
        err: 'forgefold: the history has no root/app#9',
      })
    })
    it('takes actors by the names of users', async () => {
      const byNumber = await audit(way, 'search', '--actor', 'user:1', '--limit', '3')
      expect(byNumber.code).toBe(0)
      for (const name of ['root', 'user:root', '@root'])
        expect(await audit(way, 'search', '--actor', name, '--limit', '3')).toEqual(byNumber)
      expect((await audit(way, 'search', '--actor', 'system', '--limit', '3')).code).toBe(0)
      expect(await audit(way, 'search', '--actor', 'nobody')).toMatchObject({
        code: 1,
        err: 'forgefold: the history has no actor nobody\n',
      })
    })
    it('refuses flags that the question does not take', async () => {
      for (const [question, flag] of [
        [['show', 'issue:1', '--field', 'title'], 'field'],
        [['timeline', 'issue:1', '--at', '7'], 'at'],
        [['blame', 'issue:1', '--at', '7'], 'at'],
        [['explain', 'issue-1@0', '--limit', '1'], 'limit'],
        [['export', '--format', 'csv', '--limit', '1'], 'limit'],
        [['timeline', 'issue:1', '--thing', 'issue:2'], 'thing'],
      ] as const)
        expect(await audit(way, ...question)).toEqual({
          code: 2,
          out: '',
          err: `forgefold: audit ${question[0]} takes no --${flag}\n`,
        })
    })
    it('refuses what would narrow another form of an export than the one that is asked for', async () => {
      for (const [flag, value, format] of [
        ['--stream', 'issue-1', 'ndjson'],
        ['--resume', 'some-file', 'csv'],
        ['--actor', 'user:1', 'proven'],
        ['--thing', 'issue:1', 'proven'],
      ] as const)
        expect(await audit(way, 'export', '--format', format, flag, value)).toEqual({
          code: 2,
          out: '',
          err: expect.stringContaining(`forgefold: ${flag} is for `),
        })
    })
    it('ends with 1 where nothing is there, and with 2 where the question makes no sense', async () => {
      expect(await audit(way, 'timeline', 'root/app#9')).toMatchObject({ code: 1, out: '' })
      expect(await audit(way, 'search', '--actor', 'user:9')).toMatchObject({ code: 1, out: '' })
      expect((await audit(way, 'show', ':')).code).toBe(2)
      expect((await audit(way, 'timeline')).code).toBe(2)
      expect((await audit(way, 'show', 'issue:1', '--at', 'yesterday')).code).toBe(2)
    })
  },
)

describe.each(['folder', 'copy of the folder', 'history on EventStoreDB'])('what proves the history of a %s', (way) => {
  it.each([
    [['checkpoint'], /^forgefold-history\/\w+\n\d+\n/],
    [['prove', 'issue-1@0'], /"format":"forgefold-history".*\n.*IssueCreated/],
    [['export', '--type', 'IssueCreated'], /"format":"forgefold-history".*\n.*IssueCreated/],
    [['verify', '--skip-rows'], /\d+ events verified/],
  ] as const)('is answered to audit %s', async (question, answer) => {
    const { code, out, err } = await audit(way, ...question)
    expect([code, err]).toEqual([0, expect.any(String)])
    expect(out).toMatch(answer)
  })
})

it.each(['checkpoint', 'prove issue-1@0', 'export', 'verify', 'deployment 1'])(
  'audit %s asks no server',
  async (question) => {
    const { code, err } = await audit('server', ...question.split(' '))
    expect(code).toBe(2)
    expect(err).toContain('not a running server')
  },
)

it.each(['timeline issue:1', 'deployment 1', 'export', 'verify'])(
  'says of audit %s that a folder has no history',
  async (question) => {
    const nowhere = join(folder, 'nowhere')
    expect(await forgefold('audit', ...question.split(' '), '--data', nowhere)).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^forgefold: there is no (event log at|instance: ).*nowhere/),
    })
  },
)

it('tells of a copy without keys what is not personal', async () => {
  const { code, out } = await audit('copy', 'timeline', 'issue:1')
  expect(code).toBe(0)
  expect(out).toContain('IssueChanged')
  expect((await audit('copy', 'search', '--kind', 'user')).out).toContain('profile=[sealed]')
})

it('ends with 3 where the server does not let the caller in, or is not there', async () => {
  const closed = ['--server', 'http://127.0.0.1:9', '--server-token', 'x']
  ways['closed'] = closed
  ways['other'] = ['--server', base, '--server-token', 'another']
  expect((await audit('closed', 'timeline', 'issue:1')).code).toBe(3)
  expect((await audit('other', 'timeline', 'issue:1')).code).toBe(3)
})

it('joins the pages of the blame of what hangs on many events, as a folder tells it at once', async () => {
  for (let nth = 0; nth < 205; nth++)
    await ask('PUT', '/application/settings', {
      default_branch_protection: nth % 3,
      home_page_url: `https://a.example/${nth}`,
    })
  const question = ['blame', 'setting:default_branch_protection', '--json']
  const { code, out } = await audit('server', ...question)
  const { related, tried, fields } = JSON.parse(out)
  expect([code, tried]).toEqual([0, related])
  expect(related).toBeGreaterThan(200)
  expect(fields).toMatchObject([{ set_by: { type: 'SettingsChanged' } }])
  expect(out).toBe((await audit('folder', ...question)).out)
})
