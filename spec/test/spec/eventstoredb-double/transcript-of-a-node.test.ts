import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../../../dist/eventstoredb-transcript/main.js', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-transcript-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the second half of `npm run laws:esdb`, as somebody would who has a node; here the node is a double behind a port. */
const transcribed = async (environment: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'], ...environment } })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      out += chunk
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out }
}

describe('the check of a node, pointed at a double', () => {
  it('writes down every answer and finds nothing to say', async () => {
    const double = await startEventStoreDbDouble()
    const file = join(folder, 'same.json')
    try {
      const { code, out } = await transcribed({
        FORGEFOLD_ESDB: double.connectionString,
        FORGEFOLD_ESDB_TRANSCRIPT: file,
      })
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(`the transcript is ${file}`) })
      const answers = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
      expect(Object.keys(answers).length).toBeGreaterThan(500)
      expect(answers['append [9] expecting no_stream to a missing stream (batch)']).toBe('written 0')
    } finally {
      await double.stop()
    }
  })

  it('tells each answer by which a node departs from the double, and ends with 1', async () => {
    const double = await startEventStoreDbDouble()
    // A node with an opinion of its own on the first two appends.
    double.faults.append({ kind: 'conflict', head: 77 })
    double.faults.append({ kind: 'accessDenied' })
    const file = join(folder, 'other.json')
    try {
      const { code, out } = await transcribed({
        FORGEFOLD_ESDB: double.connectionString,
        FORGEFOLD_ESDB_TRANSCRIPT: file,
      })
      expect(code).toBe(1)
      const lines = out.split('\n').filter((line) => line.includes('the node answers'))
      expect(lines).toEqual([
        'append [9] expecting any to a missing stream (batch): the node answers "wrong-expected-version 77", the double "written 0"',
        'append [1] expecting any to a missing stream (batch): the node answers "access-denied", the double "written 0"',
      ])
      expect(existsSync(file)).toBe(true)
    } finally {
      await double.stop()
    }
  })

  it('asks for a node where none is named', async () => {
    expect(await transcribed({})).toMatchObject({
      code: 2,
      out: expect.stringContaining('FORGEFOLD_ESDB names no node'),
    })
  })
})
