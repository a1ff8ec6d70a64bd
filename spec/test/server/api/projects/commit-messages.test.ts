import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const MESSAGES = [
  'no line end',
  'one line end\n',
  'two\n\n',
  '  spaces around  ',
  'line\r\nline\r\n',
  'ends in dots…\t',
]

describe('the message of a commit is what was sent, byte for byte', () => {
  let world: TestInstance
  let numbered = 0
  beforeAll(async () => {
    world = await openTestInstance()
    const project = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
    expect((await sent('POST', '/projects', project)).status).toBe(201)
  })
  afterAll(() => world.close())

  const sent = async (method: string, path: string, json?: Json) => {
    const answer = await world.ask(method, `/api/v4${path}`, {
      as: world.root,
      json,
    })
    return { status: answer.status, json: answer.json as Json }
  }
  const shown = async (sha: unknown) => (await sent('GET', `/projects/1/repository/commits/${sha}`)).json['message']
  const head = async (branch: string) =>
    ((await sent('GET', `/projects/1/repository/branches/${branch}`)).json['commit'] as Json)['id']
  const branchWith = async (message: string): Promise<readonly [branch: string, commit: Json]> => {
    const branch = `b${++numbered}`
    const actions = [{ action: 'create', file_path: `${branch}.txt`, content: branch }]
    const commit = { branch, start_branch: 'main', commit_message: message, actions }
    return [branch, (await sent('POST', '/projects/1/repository/commits', commit)).json]
  }

  it.each(MESSAGES)('of several files: %j', async (message) => {
    const [, commit] = await branchWith(message)
    expect([commit['message'], await shown(commit['id'])]).toEqual([message, message])
  })
  it.each(MESSAGES)('of a file: %j', async (commit_message) => {
    const [branch] = await branchWith('first')
    const path = `/projects/1/repository/files/${branch}%2Fone.txt`
    expect((await sent('POST', path, { branch, commit_message, content: 'one' })).status).toBe(201)
    expect(await shown(await head(branch))).toBe(commit_message)
  })
  it.each(MESSAGES)('of a merge and its squash: %j', async (message) => {
    const [source_branch] = await branchWith('first')
    const opened = { source_branch, target_branch: 'main', title: source_branch, squash: true }
    const { iid } = (await sent('POST', '/projects/1/merge_requests', opened)).json
    const wanted = { merge_commit_message: `merged ${message}`, squash_commit_message: `squashed ${message}` }
    const merged = (await sent('PUT', `/projects/1/merge_requests/${iid}/merge`, wanted)).json
    expect(await shown(merged['merge_commit_sha'])).toBe(wanted.merge_commit_message)
    expect(await shown(merged['squash_commit_sha'])).toBe(wanted.squash_commit_message)
  })
})
