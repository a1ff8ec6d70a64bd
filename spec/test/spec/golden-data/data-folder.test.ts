import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMovableClock } from '@forgefold/adapters/clock'
import { categoryOf, type Instant, type Position } from '@forgefold/core/kernel'
import { createForgefold, type Forgefold } from '@forgefold/server'
import { everyAggregate, goldenFolder, type KeptAnswer } from '@forgefold/spec/golden-data'
import { type Answered, askerOf, eventually } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Streams that are counted in, not decided on: they have no aggregate. */
const WITHOUT_AGGREGATE = ['counter']

/** Version 0.1.0 kept it in its read model alone. */
const OUTSIDE_HISTORY: ReadonlySet<string> = new Set(['last_used_at'])

/**
 * What 0.1.0 answered wrongly: applications that people own are not the instance's, external users make no projects, revoked deploy tokens are
 * in no list, pictures and expiration policies are never null, and an issue is changed by what speaks of it; or did not know yet: the scope `read_history`, minutes and address ranges of groups;
 * or left out where they are empty: pipelines of packages, approvers of projects; or wrote otherwise: whole seconds of jobs, and UTC of a merge
 * request's commits.
 */
const MENDED: ReadonlyArray<RegExp> = [
  /^administrator (?:\/applications |\/users\S* \.\S*can_create_project: )/,
  /^\S+ \S*\/deploy_tokens /,
  /\.(?:avatar_url|container_expiration_policy): .* was null$/,
  /\.runners_token: "GR1348941/,
  /\/issues\/\d+ \.body\.updated_at: /,
  /\.(?:(?:extra_)?shared_runners_minutes_limit|ip_restriction_ranges): null was undefined$/,
  /scopes_supported\.\d+: "read_history" was /,
  /\/jobs(?:\/\d+)? \.body(?:\.\d+)?\.(?:queued_)?duration: 0\.\d+ was 0$/,
  /\/(?:approvals \.body\.approvers|packages\/\d+ \.body\.pipelines): \[\] was undefined$/,
  /\/merge_requests\/\d+\/commits \.body\S*\.created_at: "(\S+)Z" was "\1\+00:00"$/,
]

/** Where two values of JSON differ first, and how, some fields apart; undefined where they are the same. */
const firstDifference = (one: unknown, other: unknown, apart: ReadonlySet<string>, place = ''): string | undefined => {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other) ? undefined : `${place}: ${JSON.stringify(one)} was ${JSON.stringify(other)}`
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (apart.has(key)) continue
    const found = firstDifference(Reflect.get(one, key), Reflect.get(other, key), apart, `${place}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

describe.runIf(programs.need('git'))('a data folder that version 0.1.0 wrote', () => {
  const golden = goldenFolder('0.1.0')
  const data = mkdtempSync(join(tmpdir(), 'forgefold-golden-'))
  const troubles: Array<string> = []
  let forgefold: Forgefold
  const open = async (): Promise<void> => {
    forgefold = await createForgefold({
      instance: { externalUrl: golden.site, tier: 'ultimate', release: '15.3' },
      data,
      clock: makeMovableClock(golden.clock as Instant),
      onDefect: (error, where) => troubles.push(`${where}: ${error}`),
      onProjectionFailure: ({ type }, projection, problem) => troubles.push(`${projection}: ${type}: ${problem}`),
    })
  }
  const tokens: Readonly<Record<string, string | undefined>> = {
    administrator: golden.administrator,
    member: golden.member,
  }
  const ask = (who: string, method: string, path: string, json?: unknown): Promise<Answered> => {
    const [plain = '', query = ''] = (path.startsWith('//') ? path.slice(1) : `/api/v4${path}`).split('?')
    const headers = { host: new URL(golden.site).host }
    return askerOf(forgefold)(method, plain, {
      as: tokens[who],
      query,
      headers,
      json,
    })
  }
  const answered = async (): Promise<ReadonlyArray<KeptAnswer>> => {
    const answers: Array<KeptAnswer> = []
    for (const { as, path } of golden.answers) {
      const { status, json, text } = await ask(as, 'GET', path)
      answers.push({ as, path, status, body: json ?? text })
    }
    return answers
  }

  beforeAll(async () => {
    golden.copyTo(data)
    await open()
  })
  afterAll(async () => {
    await forgefold.close()
    rmSync(data, { recursive: true, force: true })
  })

  /** Where what is answered now is not what was answered before: the question, and the first place that differs. */
  const differences = (
    now: ReadonlyArray<KeptAnswer>,
    before: ReadonlyArray<KeptAnswer>,
    apart: ReadonlySet<string> = new Set(),
  ): ReadonlyArray<string> =>
    now.flatMap((one, n) => {
      const place = firstDifference(one, before[n], apart)
      return place === undefined ? [] : [`${one.as} ${one.path} ${place}`]
    })

  it('has no event that cannot be read', async () => {
    const aggregates = await everyAggregate()
    const unread: Array<unknown> = []
    const unknown = new Set<string>()
    let after: Position | undefined
    for (let end = false; !end; ) {
      const page = await forgefold.forge.events.readAll({ limit: 500, ...(after === undefined ? {} : { after }) })
      if (page.kind !== 'Read') throw new Error(page.reason)
      for (const event of page.events) {
        const category = categoryOf(event.stream)
        const decoded = aggregates.get(category)?.events.decode(event)
        if (decoded === undefined) unknown.add(category)
        else if (E.isLeft(decoded)) unread.push(decoded.left)
      }
      end = page.end
      after = page.upTo
    }
    expect([unread, [...unknown]]).toEqual([[], WITHOUT_AGGREGATE])
  })

  it('answers as it did', async () => {
    const found = differences(await answered(), golden.answers, OUTSIDE_HISTORY)
    expect(found.filter((difference) => !MENDED.some((mended) => mended.test(difference)))).toEqual([])
    expect(troubles).toEqual([])
  })

  it('lets in whom it let in: access tokens, passwords, git over HTTP', async () => {
    for (const token of golden.accessTokens) {
      const authorization = `Bearer ${token}`
      const answer = await askerOf(forgefold)('GET', '/api/v4/user', { headers: { authorization } })
      expect([answer.status, answer.json]).toMatchObject([200, { username: 'ann' }])
    }
    const basic = Buffer.from(`root:${golden.password}`).toString('base64')
    const refs = await askerOf(forgefold)('GET', '/top/app.git/info/refs', {
      query: 'service=git-upload-pack',
      headers: { authorization: `Basic ${basic}` },
    })
    expect([refs.status, refs.text]).toEqual([200, expect.stringContaining('refs/heads/main')])
  })

  it('takes what is written to it, and rebuilds to the same answers', async () => {
    const project = '/projects/top%2Fapp'
    const actions = [{ action: 'create', file_path: 'new.txt', content: 'new' }]
    const writes: ReadonlyArray<readonly [method: string, path: string, json: object]> = [
      ['POST', `${project}/issues`, { title: 'New', labels: 'bug' }],
      ['POST', `${project}/issues/1/notes`, { body: 'New words' }],
      ['PUT', `${project}/merge_requests/3`, { title: 'Another title' }],
      [
        'POST',
        `${project}/repository/commits`,
        { branch: 'new', start_branch: 'main', commit_message: 'New', actions },
      ],
      ['POST', `${project}/merge_requests`, { source_branch: 'new', target_branch: 'main', title: 'New' }],
      ['POST', `${project}/environments`, { name: 'new' }],
      ['POST', '/groups', { name: 'New', path: 'new' }],
      ['PUT', '/application/settings', { default_branch_name: 'trunk' }],
    ]
    for (const [method, path, json] of writes) {
      const answer = await ask('administrator', method, path, json)
      expect([path, answer.status, answer.json]).toEqual([path, method === 'POST' ? 201 : 200, expect.anything()])
    }
    await eventually('the new request is checked', async () => {
      const shown = await ask('administrator', 'GET', `${project}/merge_requests?source_branch=new`)
      return /"merge_status":"can_be_merged"/.test(shown.text) ? true : undefined
    })
    // Old notes keep the numbers they had; those since the first new issue have numbers that are counted.
    const notes = async (): Promise<ReadonlyArray<{ readonly id: number; readonly system: boolean }>> => {
      const { json } = await ask('administrator', 'GET', `${project}/merge_requests/3/notes?sort=asc`)
      return (json as ReadonlyArray<{ readonly id: number; readonly system: boolean }>).filter(({ system }) => system)
    }
    const noted = await notes()
    expect(noted.map(({ id }) => (id < 2 ** 31 ? 'counted' : 'placed'))).toEqual([
      ...noted.slice(1).map(() => 'placed'),
      'counted',
    ])
    const before = await answered()
    await forgefold.close()
    for (const file of readdirSync(data)) if (file.startsWith('read-model')) rmSync(join(data, file))
    await open()
    expect(forgefold.readModel.fresh).toBe(true)
    expect(before.some(({ body }) => /"last_used_at":"2/.test(JSON.stringify(body)))).toBe(true)
    expect(differences(await answered(), before)).toEqual([])
    expect(await notes()).toEqual(noted)
    expect(troubles).toEqual([])
  })
})
