import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { sha256 } from '@forgefold/adapters/crypto'
import { COSIGNATURE, readVerifierKey, type VerifierKey } from '@forgefold/core/audit'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const BASE = '/.well-known/forgefold'
const run = promisify(execFile)
const PROGRAM = join(import.meta.dirname, 'witness.py')

/** What the witness has answered so far, and how much of the history it saw. */
interface Seen {
  readonly answers: ReadonlyArray<number>
  readonly size: number
}

describe.runIf(programs.need('python'))(
  'a server with a witness that shares no code with it',
  { timeout: 120_000 },
  () => {
    const python = programs.find('python') ?? ''
    const told: Array<string | undefined> = []
    let process: ChildProcess
    let witness: { readonly url: string; readonly key: string }
    let folder = ''
    let instance: TestInstance

    const tell = (what: 'log' | 'mode', body: string) => fetch(`${witness.url}/${what}`, { method: 'POST', body })
    const seen = async (): Promise<Seen> => (await (await fetch(witness.url)).json()) as Seen
    const makeProject = (name: string) =>
      instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name } })
    const published = async (path: string): Promise<string> => (await instance.ask('GET', `${BASE}/${path}`)).text

    /** The newest of the checkpoints as the other program reads it. */
    const newest = async (): Promise<{ readonly size: number; readonly at: number | null }> => {
      const note = (await published('checkpoints')).split(/\n(?=forgefold-history\/)/).at(-1) ?? ''
      const reading = run(python, [PROGRAM, 'read', await published('key'), witness.key])
      reading.child.stdin?.end(`${note.trimEnd()}\n`)
      return JSON.parse((await reading).stdout)
    }

    /** In milliseconds; to find out that one is silent takes several times as long. */
    const patienceIn = (test: string): number => (test.includes('silent') ? 400 : 2000)

    beforeEach(async ({ task }) => {
      told.length = 0
      process = spawn(python, [PROGRAM, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [line] = await new Promise<ReadonlyArray<string>>((resolve) => {
        createInterface({ input: process.stdout as NodeJS.ReadableStream }).once('line', (text) => resolve([text]))
      })
      witness = JSON.parse(line ?? '')
      folder = mkdtempSync(join(tmpdir(), 'forgefold-witness-'))
      const key = readVerifierKey(sha256, witness.key, COSIGNATURE) as VerifierKey
      instance = await openTestInstance({
        more: {
          data: folder,
          witnesses: { urls: [witness.url], keys: [key], every: 50, timeout: patienceIn(task.name) },
          onWitness: (_, failure) => told.push(failure),
        },
      })
    })
    afterEach(async () => {
      await instance.close()
      process.kill()
      rmSync(folder, { recursive: true })
    })

    it('is not cosigned by one that does not know the log, and then is, each time from where the witness stood', async () => {
      await vi.waitFor(() => expect(told).toEqual(['the witness refused the checkpoint (404)']), 60_000)
      await tell('log', await published('key'))
      let size = 0
      for (const name of ['one', 'two', 'three']) {
        await makeProject(name)
        const now = Math.floor(Date.now() / 1000)
        await vi.waitFor(async () => {
          const read = await newest()
          expect(read.size).toBeGreaterThan(size)
          expect(read.at).toEqual(expect.any(Number))
          expect(read.at).toBeGreaterThanOrEqual(now)
        }, 60_000)
        size = (await seen()).size
      }
      expect(told.at(-1)).toBeUndefined()
      const { answers } = await seen()
      // Asked with another size than it had seen, it told that one, and was led on from there.
      expect(answers.join(' ')).toMatch(/^(404 )+200 409 200 409 200/)
      expect(answers).not.toContain(422)
      // What strangers signed is not kept.
      expect(await published('checkpoints')).not.toContain('stranger')
    })

    it.each([
      ['forging', 'the witness answered without a good cosignature'],
      ['of another text', 'the witness answered without a good cosignature'],
      ['refusing', 'the witness refused the checkpoint (403)'],
      ['silent', 'the witness does not answer'],
    ])('tells of one that is %s, answers all the same, and keeps none of it', async (mode, failure) => {
      await tell('mode', mode)
      await tell('log', await published('key'))
      expect((await makeProject('app')).status).toBe(201)
      await vi.waitFor(() => expect(told).toContain(failure), 60_000)
      expect((await newest()).at).toBeNull()
      expect(await published('checkpoints')).not.toContain('— witness')
      await tell('mode', 'honest')
      await makeProject('later')
      await vi.waitFor(async () => expect((await newest()).at).toEqual(expect.any(Number)), 60_000)
    })
  },
)
