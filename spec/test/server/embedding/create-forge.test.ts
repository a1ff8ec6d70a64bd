import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import {
  MemoryHistory,
  makeMemoryBlobs,
  makeMemoryEventStore,
  makeMemoryPersonalData,
} from '@forgefold/adapters/memory'
import { createForge, type EmbeddedForge, type ForgeEvent } from '@forgefold/server'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, it } from 'vitest'

let open: Array<EmbeddedForge> = []
const start = async (...options: Parameters<typeof createForge>): Promise<EmbeddedForge> => {
  const forge = await createForge(...options)
  open.push(forge)
  return forge
}
afterEach(async () => {
  await Promise.all(open.map((forge) => forge.close()))
  open = []
})

const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

const addUser = async (forge: EmbeddedForge, username: string): Promise<number> => {
  const profile = { username, name: username, email: `${username}@example.com` }
  const input = { profile, password: undefined, admin: false, confirmed: true }
  return right(await forge.useCases.user.registerUser(input)).id
}

describe('a forge inside a program', () => {
  it('answers without a socket, by paths below its address', async () => {
    const forge = await start({ url: 'http://forge.example' })
    expect(await (await forge.fetch('/api/v4/version')).json()).toMatchObject({ message: '401 Unauthorized' })
    expect((await forge.fetch(new URL('http://forge.example/-/health'))).status).toBe(200)
  })
  it('answers over a socket until it is closed', async () => {
    const forge = await start()
    const { url, port } = await forge.listen()
    expect(url).toBe(`http://127.0.0.1:${port}`)
    expect((await fetch(`${url}/-/health`)).status).toBe(200)
    await forge.close()
    await expect(fetch(`${url}/-/health`)).rejects.toThrow()
  })
  it('takes any of the ports, and leaves those to whoever gave them', async () => {
    const history = new MemoryHistory()
    const events = makeMemoryEventStore(history)
    const blobs = makeMemoryBlobs()
    // The names of users lie sealed in the events; their keys are here.
    const personalData = makeMemoryPersonalData()
    const first = await start({ ports: { events, blobs, personalData } })
    const id = await addUser(first, 'jane')
    await first.close()
    expect((await events.readAll()).kind).toBe('Read')
    const second = await start({ ports: { events: makeMemoryEventStore(history), personalData } })
    expect(second.forge.read.users.byUsername('jane')?.id).toBe(id)
  })
  it('lets users call the use cases that the API calls, with their rights', async () => {
    const forge = await start()
    await addUser(forge, 'jane')
    await addUser(forge, 'joe')
    const [jane, joe] = [forge.as('jane').useCases, forge.as('joe').useCases]
    const project = right(await jane.project.createProject({ namespaceId: undefined, settings: { name: 'app' } }))
    const place = { kind: 'project', ref: project.id } as const
    const bug = { place, title: 'bug', color: '#ff0000', description: null, priority: null }
    expect(E.isRight(await jane.label.createLabel(bug))).toBe(true)
    expect(E.isLeft(await joe.label.createLabel(bug))).toBe(true)
    expect(() => forge.as('nobody')).toThrow('nobody here is called nobody')
  })
  it('tells what happens, typed, and goes on from a position', async () => {
    const forge = await start()
    await addUser(forge, 'jane')
    const seen: Array<ForgeEvent> = []
    for await (const event of forge.subscribe({ types: ['UserRegistered'] })) {
      seen.push(event)
      if (seen.length === 1) await addUser(forge, 'joe')
      if (seen.length === 2) break
    }
    expect(seen.map(({ category, type }) => `${category} ${type}`)).toEqual([
      'user UserRegistered',
      'user UserRegistered',
    ])
    const [first] = seen
    if (first === undefined) throw new Error('nothing happened')
    for await (const event of forge.subscribe({ after: first.position, categories: ['user'] })) {
      expect(event.id).toBe(seen[1]?.id)
      break
    }
  })
  it('ends what follows it when it is closed, and refuses what comes later', async () => {
    const forge = await start()
    const heard = (async () => {
      const types: Array<string> = []
      for await (const { type } of forge.subscribe({ categories: ['project'] })) types.push(type)
      return types
    })()
    await forge.close()
    expect(await heard).toEqual([])
    await expect(forge.fetch('/-/health')).rejects.toThrow(TypeError)
    await expect(forge.listen()).rejects.toThrow('the forge is closed')
    expect(() => forge.as('root')).toThrow('the forge is closed')
    expect(() => forge.subscribe()).toThrow('the forge is closed')
  })
  it('leaves no folder behind', async () => {
    const before = new Set(readdirSync(tmpdir()))
    const forge = await start()
    const made = readdirSync(tmpdir()).filter((name) => name.startsWith('forgefold-git-') && !before.has(name))
    expect(made.length).toBeGreaterThan(0)
    await forge.close()
    const left = new Set(readdirSync(tmpdir()))
    expect(made.some((name) => !left.has(name))).toBe(true)
  })
  it.each([
    [{ release: '17.9' }, /there is no API release 17.9; there are 14.0, .*16.0/],
    [{ tier: 'gold' }, /there is no tier gold; there are free, premium, ultimate/],
    [{ url: 'nowhere' }, /the external URL is none: nowhere/],
    [{ relase: '15.3' }, /there is no option relase; there are url, tier, release/],
    [{ ports: { event: {} } }, /there is no port event; there are events, git/],
    [{ ports: { events: 'sqlite' } }, /the port events is string/],
  ])('refuses %j with what there is', async (options, message) => {
    await expect(createForge(options as never)).rejects.toThrow(message)
  })
})
