import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCiPlanner } from '@forgefold/adapters/ci-file'
import { systemClock } from '@forgefold/adapters/clock'
import { makeIds, makeInstanceKey, makePasswordHasher, makeSecretBox, makeSecrets } from '@forgefold/adapters/crypto'
import { makeEmojiNames } from '@forgefold/adapters/emoji'
import { openGitRepositories } from '@forgefold/adapters/git'
import { makeMarkdown } from '@forgefold/adapters/markdown'
import {
  makeMemoryBlobs,
  makeMemoryCheckpoints,
  makeMemoryEventStore,
  makeMemoryPersonalData,
  makeMemorySnapshots,
} from '@forgefold/adapters/memory'
import { makePatterns } from '@forgefold/adapters/patterns'
import { makeReadModel } from '@forgefold/adapters/read-model'
import { createForge, type EmbeddedForge, type ForgeOptions } from '@forgefold/server'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Ports = Required<NonNullable<ForgeOptions['ports']>>

let folder = ''
let hears = ''
const webhooks = createServer((_request, response) => response.end())
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-own-ports-'))
  await once(webhooks.listen(0, '127.0.0.1'), 'listening')
  hears = `http://127.0.0.1:${(webhooks.address() as AddressInfo).port}`
})
afterAll(async () => {
  webhooks.close()
  await rm(folder, { recursive: true, force: true })
})

const key = makeInstanceKey()

/** A port of each kind, as somebody else would make it. */
const MAKE: { readonly [Name in keyof Ports]: () => Ports[Name] | Promise<Ports[Name]> } = {
  events: () => makeMemoryEventStore(),
  git: async () => openGitRepositories({ root: await mkdtemp(join(folder, 'git-')) }),
  blobs: () => makeMemoryBlobs(),
  packageFiles: () => makeMemoryBlobs(),
  clock: () => ({ now: systemClock.now }),
  ids: () => makeIds(),
  secrets: () => makeSecrets(key),
  passwords: () => makePasswordHasher(),
  secretBox: () => makeSecretBox(key),
  personalData: () => makeMemoryPersonalData(),
  markdown: () => makeMarkdown(),
  ciPlanner: () => makeCiPlanner(),
  outbound: () => ({ post: async () => ({ kind: 'Answered', status: 200 }) }),
  mail: () => ({ send: async () => undefined }),
  emojiNames: () => makeEmojiNames(),
  patterns: () => makePatterns(),
  checkpoints: () => makeMemoryCheckpoints(),
  snapshots: () => makeMemorySnapshots(),
  readModel: () => (sources) => makeReadModel({ ...sources, file: ':memory:' }),
}
const NAMES = Object.keys(MAKE) as ReadonlyArray<keyof Ports>

/** The same port; `used` hears which of its functions are called. */
const watched = <Port extends object>(port: Port, used: Set<string>): Port =>
  new Proxy(port, {
    apply: (target, self, given) => {
      used.add('called')
      return Reflect.apply(target as never, self, given)
    },
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: ReadonlyArray<unknown>) => {
        used.add(String(name))
        return value.apply(target, given)
      }
    },
  })

const portsOf = async (names: ReadonlyArray<keyof Ports>, used: Map<string, Set<string>>): Promise<Partial<Ports>> =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const heard = new Set<string>()
        used.set(name, heard)
        return [name, watched((await MAKE[name]()) as object, heard)] as const
      }),
    ),
  )

const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

const PASSWORD = 'correct horse battery'
const LONG = 'a long line\n'.repeat(20_000)

/** Does something for which every port is needed; a password, which is slow to hash on purpose, only where one is given. */
const walk = async (forge: EmbeddedForge, password: string | undefined): Promise<void> => {
  const { user, personalAccessToken } = forge.useCases
  const jane = { username: 'jane', name: 'Jane', email: 'jane@example.com' }
  const registered = { profile: jane, password, admin: true, confirmed: true }
  const { id: userId } = right(await user.registerUser(registered))
  const { secret } = right(
    await personalAccessToken.createToken({ userId, name: 'walk', scopes: ['api'], expiresAt: null }),
  )
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'private-token': secret, 'content-type': 'application/json' }
    const answer = await forge.fetch(`/api/v4${path}`, { method, headers, body: JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return text
  }
  const settings = { send_user_confirmation_email: true, allow_local_requests_from_web_hooks_and_services: true }
  await send('PUT', '/application/settings', settings)
  await send('POST', '/users', { username: 'omar', name: 'Omar', email: 'omar@example.com', reset_password: true })
  await send('POST', '/projects', { name: 'app', initialize_with_readme: true })
  await send('POST', '/projects/1/issues', { title: 'Long', description: LONG })
  await send('POST', '/projects/1/issues/1/award_emoji', { name: 'thumbsup' })
  for (let n = 0; n < 30; n += 1) await send('PUT', '/projects/1/issues/1', { title: `Title ${n}` })
  await send('PUT', '/projects/1/packages/generic/tool/1.0.0/tool.txt', { is: 'a file' })
  await send('POST', '/markdown', { text: '**bold**' })
  await send('POST', '/ci/lint', { content: 'job: { script: make }' })
  await send('POST', '/projects/1/terraform/state/main', { version: 4, serial: 1, lineage: 'one' })
  const hook = { url: hears, push_events: true, branch_filter_strategy: 'regex' }
  await send('POST', '/projects/1/hooks', { ...hook, push_events_branch_filter: '^main$' })
  await send('POST', '/projects/1/hooks/1/test/push_events')
}

describe('ports of one’s own', () => {
  it.each(NAMES)('may be %s alone: it is used, and left open', async (name) => {
    const used = new Map<string, Set<string>>()
    const ports = await portsOf([name], used)
    const forge = await createForge({ ports, release: '15.3' })
    await walk(forge, name === 'passwords' ? PASSWORD : undefined)
    await expect.poll(() => used.get(name)?.size).toBeGreaterThan(0)
    await forge.close()
    expect(used.get(name)).not.toContain('close')
    const opened = (ports as { readonly [at: string]: { readonly close?: () => unknown } })[name]
    await opened?.close?.()
  })
  it('may be all of them at once', async () => {
    const used = new Map<string, Set<string>>()
    const ports = await portsOf(NAMES, used)
    const forge = await createForge({ ports })
    await walk(forge, PASSWORD)
    await expect.poll(() => [...used].filter(([, heard]) => heard.size === 0)).toEqual([])
    await forge.close()
    expect([...used].filter(([, heard]) => heard.has('close'))).toEqual([])
    await ports.git?.close()
    await ports.events?.close()
  })
})
