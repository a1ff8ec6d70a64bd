import { readInstant } from '@forgefold/core/kernel'
import { CLOCK_FLAG } from './clock-flag.js'
import type { Terminal } from './command.js'
import { type Flag, type Flags, refuseWithoutEffect, UsageError } from './flags.js'
import { EDITION_FLAGS, editionFlagsOf } from './instance-flags.js'
import { starter } from './starter.js'

const PARENT_WATCH_MS = 200

/** The flags of an in-memory server. */
export const EPHEMERAL_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'ephemeral',
    value: undefined,
    fallback: undefined,
    summary:
      'for tests: in memory, on a free port, with a clock that stands, control at /-/testing, ends with its parent',
  },
  {
    name: 'json',
    value: undefined,
    fallback: undefined,
    summary: 'with --ephemeral: one line of JSON with url and tokens',
  },
  {
    name: 'seed',
    value: 'FILE',
    fallback: undefined,
    summary: 'with --ephemeral: the seed to start with, YAML or JSON',
  },
  { name: 'demo', value: undefined, fallback: undefined, summary: 'with --ephemeral: start with a small example' },
]

/** Whether a server for tests is requested. Throws `UsageError` where its flags are used without it. */
export const isEphemeral = (flags: Flags): boolean => {
  if (flags.isOn('ephemeral')) return true
  const alone = flags.text('seed') === undefined ? ['json', 'demo'].find(flags.isOn) : 'seed'
  if (alone !== undefined) throw new UsageError(`--${alone} goes with --ephemeral`)
  return false
}

/** The flags of `serve` that a server for tests takes. */
const TAKEN: ReadonlySet<string> = new Set([
  'port',
  'clock',
  ...[...EPHEMERAL_FLAGS, ...EDITION_FLAGS].map(({ name }) => name),
])

/** Throws `UsageError` where a flag is given that has no effect, or two that exclude each other. */
const refuseOthers = (flags: Flags): void => {
  const taken = [...TAKEN].map((name) => `--${name}`).join(', ')
  const others = flags.given.filter((name) => !TAKEN.has(name))
  refuseWithoutEffect(flags, others, `with --ephemeral, which takes ${taken}`)
  if (flags.text('seed') !== undefined && flags.isOn('demo'))
    throw new UsageError('--seed and --demo are two ways to begin: take one')
}

/** Where the clock stands at the start. Throws `UsageError`. */
const momentOf = (flags: Flags): { readonly clock?: string } => {
  const clock = flags.text('clock')
  if (clock === CLOCK_FLAG.fallback && !flags.given.includes('clock')) return {}
  if (clock === undefined || readInstant(clock) === undefined)
    throw new UsageError(`with --ephemeral, --clock takes a moment (2022-08-22T12:00:00Z); got ${clock}`)
  return { clock }
}

/** Resolves when who started this process has ended. */
const orphaned = (isStarterThere: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const watch = setInterval(() => {
      if (isStarterThere()) return
      clearInterval(watch)
      resolve()
    }, PARENT_WATCH_MS).unref()
  })

/** Serves a forge for tests until it is asked to end or its parent has ended. */
export const serveEphemeral = async (flags: Flags, port: number, { say, asked }: Terminal): Promise<number> => {
  const isStarterThere = starter()
  refuseOthers(flags)
  const options = { ...editionFlagsOf(flags), ...momentOf(flags), port }
  const { demoSeed, startForge } = await import('../testing/index.js')
  const seed = flags.isOn('demo') ? demoSeed() : flags.text('seed')
  const forge = await startForge({
    ...options,
    ...(seed === undefined ? {} : { seed }),
    control: true,
    unimplemented: '501',
  })
  const { url, tokens } = forge
  if (flags.isOn('json')) say(JSON.stringify({ url, tokens }))
  else {
    say(`A forge for tests is ready on ${url}`)
    for (const [username, token] of Object.entries(tokens)) say(`${username}  ${token}`)
  }
  await Promise.race([asked, orphaned(isStarterThere)])
  await forge.close()
  return 0
}
