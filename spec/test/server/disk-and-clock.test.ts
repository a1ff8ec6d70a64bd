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
  })
  afterAll(async () => {
    makeRoom()
    await instance.close()
  })

  it('answers 503 to writes, goes on answering reads, and recovers by itself when there is room again', async () => {
    for (let round = 0; round < 2; round++) {
      fill()
      // All at once: where it is unknown whether something was written, the answer takes seconds.
      const refused = writes().map(async ([method, path, json]) => ({
        path,
        answer: await instance.ask(method, path, { as: instance.root, json }),
      }))
      for (const { path, answer } of await Promise.all(refused)) {
        expect([path, answer.status, answer.text.slice(0, 200)]).toEqual([path, 503, expect.any(String)])
        expect(answer.text).toContain('the disk of the server is full')
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
  })
})

describe.runIf(small !== undefined)('a server whose repositories and blobs cannot be written', () => {
  const data = join(small ?? '', 'read-only')
  const folders = ['blobs', 'repositories'].map((name) => join(data, name))
  const bind = (): void => {
    for (const folder of folders) {
      execFileSync('mount', ['--bind', folder, folder])
      mounted.unshift(folder)
      execFileSync('mount', ['-o', 'remount,bind,ro', folder])
    }
  }
  const release = (): void => {
    for (const folder of folders) {
      if (!mounted.includes(folder)) continue
      execFileSync('umount', [folder])
      mounted.splice(mounted.indexOf(folder), 1)
    }
  }

  it('says so with 503, goes on answering reads, and recovers by itself', async () => {
    const instance = await openTestInstance({ more: { data, eventStore: 'sqlite', onDefect: () => undefined } })
    try {
      const made = await instance.ask('POST', '/api/v4/projects', {
        as: instance.root,
        json: { name: 'first', initialize_with_readme: true },
      })
      const { id } = made.json as { readonly id: number }
      const file = (name: string) => ({
        as: instance.root,
        json: { branch: 'main', content: 'y'.repeat(300_000), commit_message: name },
      })
      const path = (name: string): string => `/api/v4/projects/${id}/repository/files/${name}`
      bind()
      const refused = await instance.ask('POST', path('a.txt'), file('a'))
      expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('the disk of the server')])
      const long = { title: 'long', description: 'x'.repeat(200_000) }
      const issue = await instance.ask('POST', `/api/v4/projects/${id}/issues`, { as: instance.root, json: long })
      expect([issue.status, issue.text]).toEqual([503, expect.stringContaining('cannot be written')])
      const tree = await instance.ask('GET', `/api/v4/projects/${id}/repository/tree`, { as: instance.root })
      expect(tree.status).toBe(200)
      release()
      expect((await instance.ask('POST', path('b.txt'), file('b'))).status).toBe(201)
    } finally {
      release()
      await instance.close()
    }
  })
})

describe('a server whose clock jumps', () => {
  it('goes on reading and writing, whichever way', async () => {
    const instance = await openTestInstance()
    try {
      const day = 24 * 3600 * 1000
      for (const [index, jump] of [400 * day, -800 * day, 3600_000, 400 * day].entries()) {
        instance.clock.advance(jump)
        const json = { name: `after-${index}`, path: `after-${index}` }
        const made = await instance.ask('POST', '/api/v4/groups', { as: instance.root, json })
        expect([index, made.status]).toEqual([index, 201])
        const read = await instance.ask('GET', `/api/v4/groups/after-${index}`, { as: instance.root })
        expect([index, read.status]).toEqual([index, 200])
      }
    } finally {
      await instance.close()
    }
  })
})
