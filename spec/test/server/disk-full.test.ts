import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MEGABYTE = 1024 * 1024

const mounted: Array<string> = []

/** A file system of its own with so many megabytes; undefined, with the reason printed, where the machine lets nobody mount one. */
const smallFileSystem = (megabytes: number): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
    mounted.push(folder)
    return folder
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    console.log(`tests skipped: no small file system can be mounted here (${(error as Error).message.split('\n')[0]})`)
    return undefined
  }
}

const small = smallFileSystem(48)

afterAll(() => {
  for (const folder of mounted) {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
})

describe.runIf(small !== undefined)('a server whose disk is full', () => {
  const data = join(small ?? '', 'data')
  const filler = join(small ?? '', 'filler')
  const defects: Array<unknown> = []
  let instance: TestInstance
  let project: number
  let pid: string

  /** Takes all the room there is, to the last byte. */
  const fill = (): void => {
    for (let size = 48 * MEGABYTE; size >= 1; size = Math.floor(size / 2))
      try {
        while (true) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
      } catch {
        // No room for so much: less is tried.
      }
  }
  const makeRoom = (): void => rmSync(filler, { force: true })

  const writes = () =>
    [
      ['POST', '/api/v4/projects', { name: `more-${Math.random().toString(36).slice(2)}` }],
      ['POST', `/api/v4/projects/${project}/issues`, { title: 'An issue' }],
      ['POST', `/api/v4/projects/${project}/issues`, { title: 'A long one', description: 'x'.repeat(200_000) }],
      [
        'POST',
        `/api/v4/projects/${project}/repository/files/${Math.random().toString(36).slice(2)}.txt`,
        { branch: 'main', content: 'y'.repeat(300_000), commit_message: 'A file' },
      ],
      [
        'POST',
        `/api/v4/projects/${project}/repository/branches`,
        { branch: `b${Math.random()}`.replace('.', ''), ref: 'main' },
      ],
    ] as const

  beforeAll(async () => {
    instance = await openTestInstance({
      more: { data, eventStore: 'sqlite', onDefect: (error) => void defects.push(error) },
    })
    pid = String(process.pid)
    const made = await instance.ask('POST', '/api/v4/projects', {
      as: instance.root,
      json: { name: 'first', initialize_with_readme: true },
    })
    project = (made.json as { readonly id: number }).id
  }, 60_000)
  afterAll(async () => {
    makeRoom()
    await instance.close()
  }, 60_000)

  it('answers 503 to writes, goes on answering reads, and recovers by itself when there is room again', async () => {
    for (let round = 0; round < 2; round++) {
      fill()
      for (const [method, path, json] of writes()) {
        const answer = await instance.ask(method, path, { as: instance.root, json })
        expect([path, answer.status, answer.text.slice(0, 200)]).toEqual([path, 503, expect.any(String)])
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      }
      for (const path of [
        '',
        '/issues',
        '/repository/tree',
        '/repository/branches',
        '/repository/files/README.md?ref=main',
      ]) {
        const read = await instance.ask('GET', `/api/v4/projects/${project}${path.split('?')[0]}`, {
          as: instance.root,
          query: path.split('?')[1] ?? '',
        })
        expect([path, read.status]).toEqual([path, 200])
      }
      makeRoom()
      for (const [method, path, json] of writes()) {
        const answer = await eventually(`a write to ${path}`, async () => {
          const tried = await instance.ask(method, path, { as: instance.root, json })
          return tried.status === 201 ? tried : undefined
        })
        expect(answer.status).toBe(201)
      }
    }
    const titles = await instance.ask('GET', `/api/v4/projects/${project}/issues`, { as: instance.root })
    expect((titles.json as ReadonlyArray<unknown>).length).toBeGreaterThanOrEqual(4)
    expect(instance.forgefold.readModel.projector.failures()).toBe(0)
    expect(String(process.pid)).toBe(pid)
  }, 240_000)
})
