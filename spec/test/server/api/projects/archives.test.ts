import { execFileSync } from 'node:child_process'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ARCHIVE = '/api/v4/projects/1/repository/archive'

let world: TestInstance

const bytesOf = async (
  path: string,
): Promise<{ readonly status: number; readonly bytes: Buffer; readonly type: string | undefined }> => {
  const response = await world.forgefold.handler({
    method: 'GET',
    path,
    query: '',
    headers: new Map([
      ['host', 'forge.test'],
      ['private-token', world.root],
    ]),
    remoteAddress: '127.0.0.1',
    body: { bytes: async () => new Uint8Array(), stream: async function* () {} },
    signal: new AbortController().signal,
  })
  const chunks: Array<Uint8Array> = []
  if (response.body !== null && typeof response.body === 'object' && Symbol.asyncIterator in response.body)
    for await (const chunk of response.body) chunks.push(chunk)
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return { status: response.status, bytes: Buffer.concat(chunks), type }
}

beforeAll(async () => {
  world = await openTestInstance()
  const json = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
  await world.ask('POST', '/api/v4/projects', { as: world.root, json })
})
afterAll(() => world.close())

const ENDINGS = ['.bz2', '.tar.bz2', '.tb2', '.tbz', '.tbz2']

describe.runIf(programs.need('bzip2'))('archives packed by bzip2', () => {
  it.each([
    ...ENDINGS.map((ending) => `${ARCHIVE}${ending}`),
    ...ENDINGS.map((ending) => `/root/p/-/archive/main/p-main${ending}`),
  ])('%s', async (path) => {
    const { status, bytes, type } = await bytesOf(path)
    expect([status, type]).toEqual([200, 'application/x-bzip2'])
    const tar = execFileSync(programs.find('bzip2') ?? '', ['-dc'], { input: bytes })
    expect(tar.toString('latin1')).toContain('README.md')
  })
})

describe('where bzip2 is not installed', () => {
  it('its endings lead nowhere', async () => {
    const formats = world.forge.git.archiveFormats as Set<string>
    const had = formats.delete('tar.bz2')
    for (const ending of ENDINGS) {
      expect((await world.ask('GET', `${ARCHIVE}${ending}`, { as: world.root })).status).toBe(404)
      expect((await bytesOf(`/root/p/-/archive/main/p-main${ending}`)).status).toBe(404)
    }
    if (had) formats.add('tar.bz2')
  })
})

it('holds one folder or one file where that is asked for', async () => {
  const commit = {
    branch: 'main',
    commit_message: 'files',
    actions: ['docs/a.md', 'docs/[b]/c.md', 'src/d.ts'].map((file_path) => ({
      action: 'create',
      file_path,
      content: file_path,
    })),
  }
  await world.ask('POST', '/api/v4/projects/1/repository/commits', { as: world.root, json: commit })
  const namesIn = async (path: string): Promise<ReadonlyArray<string>> => {
    const { status, text } = await world.ask('GET', `${ARCHIVE}.tar`, { as: world.root, query: `path=${path}` })
    expect(status).toBe(200)
    return ['README.md', 'docs/a.md', 'docs/[b]/c.md', 'src/d.ts'].filter((name) => text.includes(`/${name}\0`))
  }
  expect(await namesIn('')).toHaveLength(4)
  expect(await namesIn('docs')).toEqual(['docs/a.md', 'docs/[b]/c.md'])
  expect(await namesIn('/docs/')).toEqual(['docs/a.md', 'docs/[b]/c.md'])
  expect(await namesIn('docs/[b]')).toEqual(['docs/[b]/c.md'])
  expect(await namesIn('src/d.ts')).toEqual(['src/d.ts'])
  for (const ending of ['', '.tar.gz', '.tgz', '.zip', ...(programs.find('bzip2') === undefined ? [] : ENDINGS)]) {
    const asked = { as: world.root, query: 'path=docs' }
    expect((await world.ask('GET', `${ARCHIVE}${ending}`, asked)).status).toBe(200)
  }
  for (const path of ['nowhere', '../..', 'docs/*']) {
    const { status, json } = await world.ask('GET', `${ARCHIVE}.tar`, { as: world.root, query: `path=${path}` })
    expect([status, json]).toEqual([404, { message: '404 File Not Found' }])
  }
})
