import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMovableClock } from '@forgefold/adapters/clock'
import { instanceKeyOf, makeIds, makePasswordHasher, makeSecrets, makeSeededRandom } from '@forgefold/adapters/crypto'
import { systemCaller } from '@forgefold/core/app'
import { createFirstAdministrator } from '@forgefold/core/domains/identity/user'
import { type Instant, millisecondsOf } from '@forgefold/core/kernel'
import { createForgefold, type ForgefoldOptions } from '@forgefold/server'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { askerOf } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'
import { type Command, HEAD, script } from './script.js'

const COMMANDS = 500

/** Of all answers to the script. It changes where an answer does: then that is what has to be right. */
const OF_ALL_ANSWERS = 'a62b8fdc4df922bd723abc1b65eb7a30a9a710cafb3139f5e74cc6d43d83f9f5'

const TOKEN = 'root-token-of-a-test'
/** What a client sees of an answer, but for what is of the one request: its number, its time, its place in the history. */
const SHOWN = ['content-type', 'etag', 'link', 'x-total', 'location']

const projectIn = (path: string): string => path.split('/')[2] ?? ''

/** What the command sends, with the newest commit in it. */
const withHead = ({ path, json }: Command, heads: ReadonlyMap<string, string>): unknown =>
  (json as { sha?: string } | undefined)?.sha === HEAD
    ? { ...(json as object), sha: heads.get(projectIn(path)) ?? 'none yet' }
    : json

/** Every answer to the script, as text. */
const answersOn = async (store: Pick<ForgefoldOptions, 'data' | 'eventStore'>): Promise<ReadonlyArray<string>> => {
  const clock = makeMovableClock('2024-03-01T09:00:00.000Z' as Instant)
  const key = instanceKeyOf(Buffer.alloc(32, 7))
  const secretBytes = makeSeededRandom('same bytes, secrets')
  const forgefold = await createForgefold({
    instance: { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3', publicRegistries: {} },
    key,
    movableClock: clock,
    requestIds: makeIds(() => millisecondsOf(clock.now()), makeSeededRandom('same bytes, ids')),
    onDefect: (error) => {
      throw error
    },
    ports: {
      clock,
      secrets: makeSecrets(key, secretBytes),
      passwords: makePasswordHasher({ logN: 1, r: 1, p: 1 }, secretBytes.slice),
    },
    ...store,
  })
  const first = { password: undefined, token: TOKEN }
  await createFirstAdministrator(forgefold.forge, systemCaller(forgefold.forge, 'test'), first)
  const ask = askerOf(forgefold)
  const answers: Array<string> = []
  const heads = new Map<string, string>()
  for (const command of script(COMMANDS)) {
    const { method, path } = command
    const json = withHead(command, heads)
    clock.advance(1000)
    const { status, headers, text } = await ask(method, `/api/v4${path}`, { as: TOKEN, json })
    if (status === 201 && path.endsWith('/commits')) heads.set(projectIn(path), (JSON.parse(text) as { id: string }).id)
    const shown = SHOWN.map((name) => `${name}: ${headers.get(name) ?? ''}`)
    answers.push([`${method} ${path}`, status, ...shown, text].join('\n'))
  }
  await forgefold.close()
  return answers
}

const inFolder = async <A>(use: (data: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-same-bytes-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const STORES: Readonly<Record<string, () => Promise<ReadonlyArray<string>>>> = {
  memory: () => answersOn({}),
  SQLite: () => inFolder((data) => answersOn({ data })),
  EventStoreDB: () =>
    inFolder(async (data) => {
      const double = await startEventStoreDbDouble()
      try {
        return await answersOn({ data, eventStore: { connectionString: double.connectionString } })
      } finally {
        await double.stop()
      }
    }),
}

const hashOf = (answers: ReadonlyArray<string>): string =>
  createHash('sha256').update(answers.join('\n\n')).digest('hex')

describe(`a script of ${COMMANDS} commands`, () => {
  it.each(Object.entries(STORES))(
    'is answered on %s in the bytes in which it was ever answered',
    async (_, onStore) => {
      const answers = await onStore()
      expect(answers).toHaveLength(COMMANDS)
      expect(answers.filter((answer) => /^\w+ \S+\n2/.test(answer)).length).toBeGreaterThan(COMMANDS / 2)
      expect(answers.filter((answer) => /^POST \S+deployments\n201/.test(answer)).length).toBeGreaterThan(5)
      expect(hashOf(answers)).toBe(OF_ALL_ANSWERS)
    },
  )
})
