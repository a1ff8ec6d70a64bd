import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { openGitRepositories } from '@forgefold/adapters/git'
import {
  EMPTY_TREE,
  type GitRepositories,
  type GitWire,
  NO_OBJECT,
  type ObjectId,
  type PushedRef,
} from '@forgefold/core/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const PATH = process.env['PATH'] ?? ''
const REFS = 300
const person = { name: 'a', email: 'a@example.com', seconds: 1_650_000_000, offset: 0 }

let root: string
let git: GitRepositories
let commit: ObjectId

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'forgefold-flushes-'))
  await Promise.all([mkdir(join(root, 'bin')), mkdir(join(root, 'told'))])
  const program = join(root, 'bin', 'git')
  await writeFile(program, `#!/bin/sh\nPATH='${PATH}'\nGIT_TRACE2_EVENT='${join(root, 'told')}' exec git "$@"\n`)
  await chmod(program, 0o755)
  process.env['PATH'] = `${join(root, 'bin')}${delimiter}${PATH}`
  git = await openGitRepositories({ root: join(root, 'data') })
  await git.create(1, 'main')
  const details = { author: person, committer: person, message: 'a' }
  commit = await git.of(1).writeCommit({ tree: EMPTY_TREE, parents: [], ...details })
})

afterEach(async () => {
  process.env['PATH'] = PATH
  await git.close()
  await rm(root, { recursive: true, force: true })
})

/** How often programs of this name flushed, as they say themselves when they have ended. */
const flushesOf = async (command: string): Promise<number> => {
  let flushes = 0
  for (const name of await readdir(join(root, 'told'))) {
    const events = (await readFile(join(root, 'told', name), 'utf8')).split('\n').filter(Boolean)
    const told = events.map((event) => JSON.parse(event) as Readonly<Record<string, unknown>>)
    if (!told.some(({ event, name }) => event === 'cmd_name' && name === command)) continue
    for (const { key, value } of told) if (key === 'fsync/hardware-flush') flushes += Number(value)
  }
  return flushes
}

const names = Array.from({ length: REFS }, (_, n) => `refs/heads/folder-${n % 3}/b${n}`)

const packet = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text

/** What a client sends to create branches at a commit that is there. */
async function* creating(): AsyncGenerator<Uint8Array> {
  const lines = names.map((name, n) => packet(`${NO_OBJECT} ${commit} ${name}${n === 0 ? '\0 report-status' : ''}`))
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  yield Buffer.concat([Buffer.from(`${lines.join('')}0000`), head, createHash('sha1').update(head).digest()])
}

const present = async (): Promise<number> => (await git.of(1).refs('refs/heads/')).length

// Elsewhere git cannot write out a file without flushing it.
if (process.platform === 'linux')
  describe('refs that move together', () => {
    it('are not flushed one by one in a push, and are all told to be settled', async () => {
      let settled: ReadonlyArray<PushedRef> = []
      const request = {
        repository: 1,
        signal: new AbortController().signal,
        decide: async () => ({ kind: 'Accepted' }) as const,
        settled: async (updates: ReadonlyArray<PushedRef>) => {
          settled = updates
          return ''
        },
      }
      const answer = (git.wire as GitWire).push(request, creating())
      for await (const _ of answer.output);
      await answer.ended
      expect(settled.map(({ ref }) => ref)).toEqual(names)
      expect(await present()).toBe(REFS)
      expect(await flushesOf('receive-pack')).toBe(0)
    })

    it('are not flushed one by one where the forge moves them', async () => {
      expect(await git.of(1).updateRefs(names.map((ref) => ({ ref, from: null, to: commit })))).toEqual({
        kind: 'Moved',
      })
      expect(await present()).toBe(REFS)
      expect(await git.of(1).updateRefs(names.map((ref) => ({ ref, from: commit, to: null })))).toEqual({
        kind: 'Moved',
      })
      expect(await present()).toBe(0)
      expect(await flushesOf('update-ref')).toBe(0)
    })

    it('move all or none', async () => {
      await git.of(1).updateRefs([{ ref: names[7] as string, to: commit }])
      const outcome = await git.of(1).updateRefs(names.map((ref) => ({ ref, from: null, to: commit })))
      expect(outcome.kind).toBe('Stale')
      expect(await present()).toBe(1)
    })
  })
