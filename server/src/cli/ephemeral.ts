import type { Terminal } from './command.js'
import { type Flag, type Flags, UsageError } from './flags.js'
import { editionFlagsOf } from './instance-flags.js'

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
  const alone = ['json', 'demo', 'seed'].find((name) => flags.isOn(name) || flags.text(name) !== undefined)
  if (alone !== undefined) throw new UsageError(`--${alone} goes with --ephemeral`)
  return false
}

/** Resolves when the parent process has ended. */
const orphaned = (parent: number): Promise<void> =>
  new Promise((resolve) => {
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      resolve()
    }, PARENT_WATCH_MS).unref()
  })

/** Serves a forge for tests until it is asked to end or its parent has ended. */
export const serveEphemeral = async (flags: Flags, port: number, { say, asked }: Terminal): Promise<number> => {
  const parent = process.ppid
  const { demoSeed, startForge } = await import('../testing/index.js')
  const file = flags.text('seed')
  if (file !== undefined && flags.isOn('demo'))
    throw new UsageError('--seed and --demo are two ways to begin: take one')
  const seed = flags.isOn('demo') ? demoSeed() : file
  const forge = await startForge({
    ...editionFlagsOf(flags),
    ...(seed === undefined ? {} : { seed }),
    port,
    control: true,
    unimplemented: '501',
  })
  const { url, tokens } = forge
  if (flags.isOn('json')) say(JSON.stringify({ url, tokens }))
  else {
    say(`A forge for tests is ready on ${url}`)
    for (const [username, token] of Object.entries(tokens)) say(`${username}  ${token}`)
  }
  await Promise.race([asked, orphaned(parent)])
  await forge.close()
  return 0
}
