import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '@forgefold/adapters/folders'
import type { Command } from './command.js'
import { type Flags, refuseWithoutEffect, UsageError } from './flags.js'
import { EDITION_FLAGS, editionFlagsOf } from './instance-flags.js'

const FILE = 'seed.yaml'

const HEAD = `# Secrets are not here: users have no password, values of variables are "not-exported",
# and tokens, keys and webhooks are left out.
`

const DEFAULTS = '/api/v4/application/settings'

const isServer = (from: string): boolean => /^https?:\/\//.test(from)

/** Throws `UsageError` where the source is a folder that does not exist, or a server without a token. */
const checkSource = (from: string, flags: Flags): void => {
  if (isServer(from)) {
    if (flags.text('token') === undefined)
      throw new UsageError('FORGEFOLD_TOKEN is missing: a token of an administrator')
    return
  }
  refuseWithoutEffect(flags, ['token'], 'with a folder')
  if (!existsSync(from)) throw new UsageError(`there is no folder ${from}`)
}

const exported = async (from: string, flags: Flags) => {
  const { exportSeedOfFolder, exportSeedOfServer, startForge } = await import('../testing/index.js')
  const edition = editionFlagsOf(flags)
  await using fresh = await startForge({ ...edition, port: false })
  const defaults = (await (await fresh.as('root').fetch(DEFAULTS)).json()) as object
  // Awaited here: a rejection would count as unhandled while the fresh forge is closed.
  return await (isServer(from)
    ? exportSeedOfServer(from, flags.text('token') ?? '', defaults)
    : exportSeedOfFolder(resolve(from), edition, defaults))
}

/** Exports the contents of a folder or a server as a seed. */
export const exportSeed: Command = {
  name: 'export-seed',
  usage: '--from FOLDER|URL --to FOLDER',
  summary: 'write a seed of an instance, and git bundles of its repositories, without secrets',
  flags: [
    {
      name: 'from',
      value: 'FOLDER|URL',
      fallback: undefined,
      summary: 'a data folder that no server uses, or the URL of a server',
    },
    { name: 'to', value: 'FOLDER', fallback: undefined, summary: `the folder for ${FILE}; made where it is missing` },
    {
      name: 'token',
      value: 'TOKEN',
      fallback: undefined,
      summary: 'for a URL: a token of an administrator; better given as FORGEFOLD_TOKEN',
    },
    ...EDITION_FLAGS,
  ],
  run: async (flags, { say, tell }) => {
    const [from, to] = [flags.text('from'), flags.text('to')]
    if (from === undefined) throw new UsageError('--from is missing: a data folder or a URL')
    if (to === undefined) throw new UsageError('--to is missing: a folder')
    checkSource(from, flags)
    const { document, files, leftOut } = await exported(from, flags)
    const { stringify } = await import('yaml')
    makeFolder(to)
    writeFileSync(join(to, FILE), HEAD + stringify(document))
    for (const [path, bytes] of files) {
      makeFolder(dirname(join(to, path)))
      writeFileSync(join(to, path), bytes)
    }
    for (const what of leftOut) tell(`left out: ${what}`)
    say(join(to, FILE))
    return 0
  },
}
